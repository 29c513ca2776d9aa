import type { Parts } from '../parts.ts'
import { countAttempt } from '../tentative/tentative.ts'

const perDay = 200

/**
 * Messages and rewards that one organiser may send in a day: enough to thank everybody at a large event by hand, too
 * few to flood anybody.
 * @throws Problem requete.trop_de_tentatives with Retry-After
 */
export async function demandMessageRhythm(
  deps: Pick<Parts, 'database' | 'clock'>,
  organisateurId: number,
): Promise<void> {
  await countAttempt(deps, { cle: `message:${organisateurId}`, limit: perDay, windowMs: 24 * 3_600_000 })
}
