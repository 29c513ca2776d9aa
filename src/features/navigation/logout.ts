import { utilisateurEndpoints } from '#domain/utilisateur/utilisateur.endpoints.ts'
import { call } from '#src/api/client.ts'
import { signOut } from '#src/api/session.ts'
import { closeQueueSession, pendingOfPerson } from '#src/pwa/uploadQueue.ts'

/**
 * Déconnexion: photos that wait on this phone are asked about first.
 * @param onPending gets how many photos wait, when there are any
 */
export async function askToLeave(onPending: (count: number) => void): Promise<void> {
  const pending = await pendingOfPerson().catch(() => 0)
  if (pending > 0) onPending(pending)
  else await leave(true)
}

/** Ends the session here and on the server; `keep`: photos that wait stay for the same person. */
export async function leave(keep: boolean): Promise<void> {
  await closeQueueSession({ keep }).catch(() => undefined)
  // Offline the token simply ends by itself; leaving must always work.
  await call(utilisateurEndpoints.logout, {}).catch(() => undefined)
  signOut('choix')
}
