import { type Inscription, type StatutInscription, statutsInscription } from '#domain/inscription/inscription.ts'
import { matchesWords } from '#domain/texte/searchWords.ts'
import type { Sort } from './inscriptionSorts.ts'

export type Filter = 'TOUTES' | StatutInscription

/** Search, filter and sort order of the registrations, as stored in the URL. */
export interface View {
  readonly q: string
  readonly statut: Filter
  readonly tri: Sort
}

export function shownInscriptions(
  inscriptions: readonly Inscription[],
  { q, statut, tri }: View,
): readonly Inscription[] {
  const some = filterInscriptions(inscriptions, q)
  return sorted(statut === 'TOUTES' ? some : some.filter((one) => one.statutInscription === statut), tri)
}

/** Registrations whose name or e-mail contains every search word. */
export function filterInscriptions(inscriptions: readonly Inscription[], q: string): readonly Inscription[] {
  return inscriptions.filter(({ user }) => matchesWords(`${user.prenom} ${user.nom} ${user.email}`, q))
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
