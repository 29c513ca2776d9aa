import {
  type EvenementOrganisateur,
  matchesSearch,
  type StatutEvenement,
  statutsActifs,
  statutsEvenement,
} from '#domain/evenement/evenement.ts'
import type { Entry } from '#src/api/entries.ts'

export const filters = ['TOUS', ...statutsEvenement] as const
export type Filter = (typeof filters)[number]

const plural: Record<StatutEvenement, string> = {
  PLANIFIE: 'Planifiés',
  EN_COURS: 'En cours',
  TERMINE: 'Terminés',
  ANNULE: 'Annulés',
}

/** The chips of the statut filter, with how many the search leaves in each. */
export function filterOptions(evenements: readonly EvenementOrganisateur[], q: string) {
  const found = evenements.filter((evenement) => matchesSearch(evenement, q))
  const order: readonly StatutEvenement[] = ['EN_COURS', 'PLANIFIE', 'TERMINE', 'ANNULE']
  return [
    { value: 'TOUS' as Filter, label: 'Tous', count: found.length },
    ...order.map((statut) => ({
      value: statut as Filter,
      label: plural[statut],
      count: found.filter((evenement) => evenement.statut === statut).length,
    })),
  ]
}

/** Entries that match search and statut; corrupt ones show while nothing is filtered. */
export function filtered(
  entries: readonly Entry<EvenementOrganisateur>[],
  { q, statut }: { q: string; statut: Filter },
): Entry<EvenementOrganisateur>[] {
  return entries.filter((entry) => {
    if (entry === null) return q === '' && statut === 'TOUS'
    return matchesSearch(entry, q) && (statut === 'TOUS' || entry.statut === statut)
  })
}

/** How many events count against the plan's limit. */
export function activeCount(evenements: readonly EvenementOrganisateur[]): number {
  return evenements.filter(({ statut }) => statutsActifs.includes(statut)).length
}
