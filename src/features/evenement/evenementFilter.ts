import { type EvenementOrganisateur, matchesSearch, statutsActifs } from '#domain/evenement/evenement.ts'
import type { Entry } from '#src/api/entries.ts'
import { type Filter, filterLabels, filters } from './evenementFilterNames.ts'

/** The options of the statut filter, with the number of search results in each. */
export function filterOptions(evenements: readonly EvenementOrganisateur[], q: string) {
  const found = evenements.filter((evenement) => matchesSearch(evenement, q))
  return filters.map((value) => ({
    value,
    label: filterLabels[value],
    count: found.filter(({ statut }) => value === 'TOUS' || statut === value).length,
  }))
}

/** Entries that match search and statut; corrupt ones are shown only without a filter. */
export function filtered(
  entries: readonly Entry<EvenementOrganisateur>[],
  { q, statut }: { q: string; statut: Filter },
): Entry<EvenementOrganisateur>[] {
  return entries.filter((entry) => {
    if (entry === null) return q === '' && statut === 'TOUS'
    return matchesSearch(entry, q) && (statut === 'TOUS' || entry.statut === statut)
  })
}

/** Number of events that count towards the plan's limit. */
export function activeCount(evenements: readonly EvenementOrganisateur[]): number {
  return evenements.filter(({ statut }) => statutsActifs.includes(statut)).length
}
