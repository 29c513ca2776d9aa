import type { AppareilPush } from '#domain/notification/push.ts'
import { nowIso } from '../clock.ts'
import type { ActeurConnecte } from '../http/acteur.ts'
import { Problem } from '../http/problem.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import type { Pusher } from './pusher.ts'
import { appareilIdOf } from '../session/appareil.repository.ts'
import { lockLiveSession } from '../session/liveSession.ts'
import { findAppareils, removeAppareil, storeAppareil } from './push.repository.ts'

/** Maximum number of devices per person; the oldest one is removed. */
const appareilsMax = 10

/**
 * Pushes a person's notifications to a device until it is signed out.
 * @throws Problem push.service_inconnu when its endpoint is not a known push service; session.expiree when the session
 * has ended since the start of the request
 */
export async function subscribeAppareil(
  { database, clock, pusher }: DatabaseDeps & { readonly pusher: Pusher },
  { acteur, appareil }: { acteur: Pick<ActeurConnecte, 'id' | 'credential'>; appareil: AppareilPush },
): Promise<void> {
  const { endpoint, keys } = appareil
  const utilisateurId = acteur.id
  if (!pusher.serves(endpoint)) throw new Problem('push.service_inconnu')
  await database.transaction().execute(async (transaction) => {
    const { session } = await lockLiveSession({ database: transaction, clock }, acteur)
    const appareilId = appareilIdOf(session)
    await storeAppareil(transaction, { utilisateurId, appareilId, endpoint, ...keys, creeLe: nowIso(clock) })
    const extra = (await findAppareils(transaction, utilisateurId)).slice(appareilsMax)
    for (const old of extra) await removeAppareil(transaction, old)
  })
}
