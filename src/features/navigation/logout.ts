import { utilisateurEndpoints } from '#domain/utilisateur/utilisateur.endpoints.ts'
import { call } from '#src/api/client.ts'
import { expectEnd } from '#src/api/session.ts'
import { closeDecisionSession, pendingDecisions } from '#src/pwa/decisions.ts'
import { closeQueueSession, pendingOfPerson } from '#src/pwa/uploadQueue.ts'

/** What of a person has not left this device yet. */
export interface Pending {
  readonly photos: number
  readonly decisions: number
}

/**
 * Déconnexion: photos and decisions that wait on this device are asked about first.
 * @param onPending gets what waits, when there is anything
 */
export async function askToLeave(onPending: (pending: Pending) => void): Promise<void> {
  const [photos, decisions] = await Promise.all([pendingOfPerson().catch(() => 0), pendingDecisions().catch(() => 0)])
  if (photos + decisions > 0) onPending({ photos, decisions })
  else await leave(true)
}

/** Ends the session here and on the server; `keep`: what waits stays for the same person. */
export async function leave(keep: boolean): Promise<void> {
  // What a screen asks meanwhile may be refused before the answer to the logout comes.
  const end = expectEnd()
  await Promise.allSettled([closeQueueSession({ keep }), closeDecisionSession({ keep })])
  // Offline the token simply ends by itself; leaving must always work.
  await call(utilisateurEndpoints.logout, {}).catch(() => undefined)
  end.leave()
}
