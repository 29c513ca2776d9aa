import { isAppPath } from '#domain/contract/appPath.ts'
import { type Departure, departuresKey, parseDepartures } from '#src/api/departures.ts'
import { loadChunk } from '#src/api/loadChunk.ts'
import { queryClient } from '#src/api/queryClient.ts'
import { currentSession, onSignOut, session } from '#src/api/session.ts'
import { noteGuestLeft, readIdentity } from '#src/api/sessionStore.ts'
import { keepLeftPerson } from '#src/features/envoi/leftNames.ts'
import { uploadQueue } from '#src/pwa/queue/uploadQueue.ts'
import { readLocal, writeLocal } from '#src/ui/localValue.ts'
import { toasts } from '#src/ui/toast/toastQueue.ts'
import type { AppRouter } from './router.tsx'
import { holdSessionLock, unlessSignedIn } from './sessionLock.ts'

/**
 * After a sign-out, deletes the person's data in memory and on the device, and opens the right page. Call it before
 * anything waits at the start: an earlier sign-out would do neither.
 */
export function followSignOut(router: AppRouter): void {
  session.subscribe(noteUnremembered)
  onSignOut((utilisateur, reason) => {
    // The next person must not read them, and they may be about photos that the logout has erased.
    toasts.clear()
    // The next person who signs in must not see, send or erase the photos of this person.
    uploadQueue.suspendSession(utilisateur.id).catch(() => undefined)
    void endOf({ utilisateurId: utilisateur.id, reason, endedAt: Date.now() })
    const { href } = router.state.location
    // The page of a mailed link has a secret in its address, and is over.
    const redirect = reason === 'merged' && !isAppPath(href) ? '' : href
    // A guest has no password: the login page would lead nowhere, unless their photos are in an account now.
    const isLeaving = utilisateur.invite && reason !== 'merged'
    if (isLeaving || reason === 'erased') keepLeftPerson(utilisateur.id, reason)
    if (isLeaving) {
      if (reason !== 'logout') noteGuestLeft()
      void loadChunk(() => import('#src/features/lien/guestSignedOut.ts')).then(
        (guest) => guest.showGuestSignOutToast(reason),
        () => undefined,
      )
    }
    void (reason === 'logout' || isLeaving
      ? router.navigate({ to: '/', replace: true })
      : router.navigate({ to: '/login', search: { redirect }, state: { signOutReason: reason }, replace: true }))
  })
}

/**
 * For a person whom this device does not remember: notes at the sign-in that their data must be deleted, because a tab
 * that is closed runs no code. Also call it at the start, after {@link finishWipes}, which deletes the note of the person
 * who is signed in.
 */
export function noteUnremembered(): void {
  const utilisateurId = currentSession()?.utilisateur.id ?? null
  holdSessionLock(utilisateurId)
  if (utilisateurId === null || readIdentity()?.id === utilisateurId) return
  if (pendingWipes().some((departure) => departure.utilisateurId === utilisateurId)) return
  keepPending([...pendingWipes(), { utilisateurId, reason: 'expired' }])
}

/**
 * Repeats deletions that failed after an earlier sign-out (a chunk did not load, the tab was closed), unless the person
 * is signed in in another tab. Await it before rendering. What fails again is retried at the next start.
 * @param signedIn id of the person who is signed in now: their data is kept
 */
export async function finishWipes(signedIn: number | undefined): Promise<void> {
  keepPending(pendingWipes().filter(({ utilisateurId }) => utilisateurId !== signedIn))
  for (const departure of pendingWipes()) await unlessSignedIn(departure.utilisateurId, () => wipe(departure, loadWipe))
}

async function endOf(departure: Departure): Promise<void> {
  keepPending([...pendingWipes().filter(({ utilisateurId }) => utilisateurId !== departure.utilisateurId), departure])
  await queryClient.cancelQueries()
  queryClient.clear()
  await wipe(departure, async () => {
    const loaded = await loadChunk(loadWipe)
    // Without network this may take long. The data on the device may then belong to a person who has signed in since.
    if (currentSession() !== null) throw new Error('A person has signed in before the wipe was loaded')
    return loaded
  })
}

const loadWipe = () => import('./wipeDevice.ts')

/** A wipe that fails (a chunk does not load, the storage is broken) is repeated at the next start. */
async function wipe(departure: Departure, load: typeof loadWipe): Promise<void> {
  try {
    const { wipeDevice } = await load()
    await wipeDevice(departure)
  } catch {
    return
  }
  keepPending(pendingWipes().filter(({ utilisateurId }) => utilisateurId !== departure.utilisateurId))
}

function pendingWipes(): Departure[] {
  return parseDepartures(readLocal(departuresKey))
}

function keepPending(departures: readonly Departure[]): void {
  writeLocal(departuresKey, departures.length === 0 ? null : JSON.stringify(departures))
}
