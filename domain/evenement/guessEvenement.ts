import { hourMs } from '#domain/contract/durations.ts'
import type { Evenement } from '#domain/evenement/evenement.ts'

/** Guests arrive before an event begins and stay after its end, in milliseconds. */
const beforeMs = 2 * hourMs
const afterMs = 6 * hourMs

type Candidate = Pick<Evenement, 'id' | 'statut' | 'dateDebut' | 'dateFin'>

/**
 * The event that files most likely belong to: the one during which most of them were made; for equal counts, one that
 * is running now, then the latest start.
 * @param evenements those that take media of this person
 * @param instants when each file was made, milliseconds since 1970
 */
export function guessEvenement<E extends Candidate>(
  evenements: readonly E[],
  instants: readonly number[],
): E | undefined {
  const hits = ({ dateDebut, dateFin }: Candidate) => {
    const [from, to] = [Date.parse(dateDebut) - beforeMs, Date.parse(dateFin) + afterMs]
    return instants.filter((instant) => instant >= from && instant <= to).length
  }
  const goesOn = ({ statut }: Candidate) => Number(statut === 'EN_COURS')
  return evenements.toSorted(
    (a, b) => hits(b) - hits(a) || goesOn(b) - goesOn(a) || Date.parse(b.dateDebut) - Date.parse(a.dateDebut),
  )[0]
}
