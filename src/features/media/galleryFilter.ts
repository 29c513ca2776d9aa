import type { EntreeGalerie } from '#domain/media/galerieIndex.ts'
import { nomComplet } from '#domain/utilisateur/nomComplet.ts'
import { formatDayName } from '#src/ui/text/dates.ts'
import { type GalleryFilter, statutOfFiltre } from './galleryFilterNames.ts'
import { jourOf, priseOf } from './galleryMoments.ts'

export function filtered(
  entrees: readonly EntreeGalerie[],
  { filtre, auteur, jour }: GalleryFilter,
  { utilisateurId, fuseau }: { utilisateurId: number; fuseau?: string | undefined },
): readonly EntreeGalerie[] {
  if (filtre === 'TOUS' && auteur === undefined && jour === undefined) return entrees
  const statut = statutOfFiltre[filtre]
  return entrees.filter(
    (entree) =>
      (statut === undefined || entree.statut === statut) &&
      (filtre !== 'MIENS' || entree.auteur.id === utilisateurId) &&
      (filtre !== 'FAVORIS' || entree.favori) &&
      (auteur === undefined || entree.auteur.id === auteur) &&
      (jour === undefined || jourOf(entree, fuseau) === jour),
  )
}

interface Option {
  readonly value: string
  readonly label: string
}

/** All authors, the reader first, then by name. */
export function auteursOf(entrees: readonly EntreeGalerie[], utilisateurId: number): readonly Option[] {
  const auteurs = new Map<number, EntreeGalerie['auteur']>()
  for (const { auteur } of entrees) auteurs.set(auteur.id, auteur)
  const own = auteurs.delete(utilisateurId) ? [{ value: String(utilisateurId), label: 'Vous' }] : []
  const others = [...auteurs.values()]
    .map(({ id, prenom, nom }) => ({ value: String(id), label: nomComplet({ prenom, nom }) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, 'fr'))
  return [...own, ...others]
}

/** The days on which media were taken, newest first. @param now milliseconds since 1970 */
export function joursOf(entrees: readonly EntreeGalerie[], now: number, fuseau?: string): readonly Option[] {
  const jours = new Map<string, EntreeGalerie>()
  for (const entree of entrees) jours.set(jourOf(entree, fuseau), entree)
  return [...jours].map(([value, entree]) => ({ value, label: formatDayName(priseOf(entree), now, fuseau) }))
}
