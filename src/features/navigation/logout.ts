import type { QueueItemView } from '#upload-queue/queueView.ts'
import { utilisateurEndpoints } from '#domain/utilisateur/utilisateur.endpoints.ts'
import { call } from '#src/api/client.ts'
import { expectEnd, isGuest, participantId } from '#src/api/session.ts'
import { decisionQueue } from '#src/pwa/decisions/decisions.ts'
import { uploadQueue } from '#src/pwa/queue/uploadQueue.ts'

/** Unsent photos and decisions of a person on this device. */
export interface Pending {
  /** Null when the device cannot be read now. */
  readonly photos: readonly QueueItemView[] | null
  readonly decisions: number
  /** A guest cannot log in again. */
  readonly isGuest: boolean
}

/**
 * Logs out, or asks first: about unsent photos and decisions, and a guest always.
 * @param onPending called when there are any
 */
export async function askToLeave(onPending: (pending: Pending) => void): Promise<void> {
  const ownerId = participantId()
  const [photos, decisions] = await Promise.all([
    ownerId === null ? [] : uploadQueue.pendingOf(ownerId).catch(() => null),
    decisionQueue.pending().catch(() => 0),
  ])
  if ((photos?.length ?? 0) + decisions > 0 || isGuest()) onPending({ photos, decisions, isGuest: isGuest() })
  else await leave(true)
}

/** Ends the session here and on the server; `keep`: unsent items stay for the same person. */
export async function leave(keep: boolean): Promise<void> {
  // Other calls may get a 401 before the logout is answered.
  const end = expectEnd()
  const ownerId = participantId()
  const photos = ownerId === null ? undefined : uploadQueue.closeSession({ ownerId, keep })
  await Promise.allSettled([photos, decisionQueue.close({ keep })])
  // Logout must work offline: the token expires by itself.
  await call(utilisateurEndpoints.logout, {}).catch(() => undefined)
  end.leave()
}
