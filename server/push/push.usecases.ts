import type { AppareilPush } from '#domain/notification/push.ts'
import { nowIso } from '../clock.ts'
import { Problem } from '../http/problem.ts'
import type { Parts } from '../parts.ts'
import { findAppareils, removeAppareil, storeAppareil } from './push.repository.ts'

/** Devices of one person; the oldest makes room. */
const appareilsMax = 10

/**
 * Pushes a person's notices to a device from now on.
 * @throws Problem push.service_inconnu when its address is not one of a push service
 */
export async function subscribeAppareil(
  { database, clock, pusher }: Pick<Parts, 'database' | 'clock' | 'pusher'>,
  { utilisateurId, appareil }: { utilisateurId: number; appareil: AppareilPush },
): Promise<void> {
  const { endpoint, keys } = appareil
  if (!pusher.serves(endpoint)) throw new Problem('push.service_inconnu')
  await database.transaction().execute(async (transaction) => {
    await storeAppareil(transaction, { utilisateurId, endpoint, ...keys, creeLe: nowIso(clock) })
    const extra = (await findAppareils(transaction, utilisateurId)).slice(appareilsMax)
    for (const old of extra) await removeAppareil(transaction, old)
  })
}
