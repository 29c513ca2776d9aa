import type { Evenement, StatutEvenement } from '#domain/evenement/evenement.ts'
import type { Entry } from '#src/api/entries.ts'

const ranks: Record<StatutEvenement, number> = { EN_COURS: 0, PLANIFIE: 1, TERMINE: 2, ANNULE: 2 }

/**
 * Sorts events in progress first, then planned ones, then the others. Each group keeps the server's order, newest
 * dateDebut first (specification, section 5).
 */
export function runningFirst<E extends Pick<Evenement, 'statut'>>(entries: readonly Entry<E>[]): Entry<E>[] {
  return entries.toSorted((a, b) => rankOf(a) - rankOf(b))
}

/** A corrupt entry is sorted with the finished events. */
function rankOf(entry: Entry<Pick<Evenement, 'statut'>>): number {
  return entry === null ? ranks.TERMINE : ranks[entry.statut]
}
