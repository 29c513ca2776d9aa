import type { Evenement, StatutEvenement } from '#domain/evenement/evenement.ts'
import type { Entry } from '#src/api/entries.ts'

const ranks: Record<StatutEvenement, number> = { EN_COURS: 0, PLANIFIE: 1, TERMINE: 2, ANNULE: 2 }

/**
 * Events that go on, then those that come, then the others. Each group keeps the order of the answer, newest dateDebut
 * first (specification, section 5).
 */
export function runningFirst<E extends Pick<Evenement, 'statut'>>(entries: readonly Entry<E>[]): Entry<E>[] {
  return entries.toSorted((a, b) => rankOf(a) - rankOf(b))
}

/** A corrupt entry stands among those that are over. */
function rankOf(entry: Entry<Pick<Evenement, 'statut'>>): number {
  return entry === null ? ranks.TERMINE : ranks[entry.statut]
}
