import { type Inscription, type StatutInscription, statutsInscription } from '#domain/inscription/inscription.ts'
import { matchesWords } from '#domain/texte/searchWords.ts'
import type { Sort } from './inscriptionSorts.ts'

export type Filter = 'TOUTES' | StatutInscription

/** The link by which people came; 'SANS': an invitation or their own registration. */
export type ParLien = 'TOUS' | 'SANS' | number

/** Search, filters and sort order of the registrations, as stored in the URL. */
export interface View {
  readonly q: string
  readonly statut: Filter
  readonly lien: ParLien
  readonly tri: Sort
}

/** The registrations of a view: filtered, then sorted. */
export function shownInscriptions(inscriptions: readonly Inscription[], view: View): readonly Inscription[] {
  return sorted(filterInscriptions(inscriptions, view), view.tri)
}

/** Registrations whose name or e-mail contains every search word, of one statut and one link when given. */
export function filterInscriptions(
  inscriptions: readonly Inscription[],
  { q = '', statut = 'TOUTES', lien = 'TOUS' }: Partial<View>,
): readonly Inscription[] {
  return inscriptions.filter(
    (one) =>
      (statut === 'TOUTES' || one.statutInscription === statut) &&
      (lien === 'TOUS' || wayKey(one) === lien) &&
      matchesWords(`${one.user.prenom} ${one.user.nom} ${one.user.email}`, q),
  )
}

/** A statut whose registrations can be selected for one decision. */
export type SelectableStatut = 'EN_ATTENTE' | 'VALIDE'

/** Valid registrations can be selected when the list shows these alone; otherwise the pending ones. */
export function selectableStatut({ statut }: Pick<View, 'statut'>): SelectableStatut {
  return statut === 'VALIDE' ? 'VALIDE' : 'EN_ATTENTE'
}

/** The filter by link that shows a registration. */
export function wayKey({ lienId }: Inscription): Exclude<ParLien, 'TOUS'> {
  return lienId ?? 'SANS'
}

/** Sorts; `attente` is the query's order: pending ones first, then the newest. */
function sorted(inscriptions: readonly Inscription[], tri: Sort): readonly Inscription[] {
  if (tri === 'attente') return inscriptions
  const compare = comparisons[tri.replace('-', '') as keyof typeof comparisons]
  const direction = tri.startsWith('-') ? -1 : 1
  return inscriptions.toSorted((a, b) => direction * compare(a, b))
}

// One collator for the list: `localeCompare` with a language creates one per comparison.
const french = new Intl.Collator('fr')

const comparisons = {
  nom: ({ user: a }: Inscription, { user: b }: Inscription) =>
    french.compare(a.nom, b.nom) || french.compare(a.prenom, b.prenom),
  date: (a: Inscription, b: Inscription) => Date.parse(a.dateInscription) - Date.parse(b.dateInscription),
  statut: (a: Inscription, b: Inscription) =>
    statutsInscription.indexOf(a.statutInscription) - statutsInscription.indexOf(b.statutInscription),
}
