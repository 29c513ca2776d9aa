import {
  persistQueryClientRestore,
  persistQueryClientSave,
  persistQueryClientSubscribe,
} from '@tanstack/query-persist-client-core'
import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister'
import { hasLoggedOutSince, noteSessionStart } from './logouts.ts'
import { persistedMaxAgeMs, queryClient } from './queryClient.ts'
import { currentSession, restoreSession, type Session, session } from './session.ts'
import { answersKey, forgetSession } from './sessionStore.ts'

/**
 * The few queries that every page of a session needs (the person, their consent, the limits of their plan) are stored
 * in this tab, so that a reload shows the page at once, without network too. The database on the device has them as
 * well, but it is read after the first paint.
 */
const persister = createSyncStoragePersister({
  storage: tabStorage(),
  key: answersKey,
  // A revoked consent must be stored before a reload can read the older one.
  throttleTime: 0,
})

const options = {
  queryClient,
  persister,
  maxAge: persistedMaxAgeMs,
  // Answers of one person are never shown to another: with another buster they are dropped.
  get buster() {
    return String(currentSession()?.utilisateur.id ?? '')
  },
  dehydrateOptions: {
    shouldDehydrateMutation: () => false,
    shouldDehydrateQuery: ({ meta, state }: { meta?: { isSessionBound?: boolean } | undefined; state: State }) =>
      meta?.isSessionBound === true && state.status === 'success',
  },
}
interface State {
  readonly status: string
}

/**
 * Loads the stored answers of the signed-in person, then stores every new one. Call once, with the session restored: ends
 * it when its person has logged out in another tab while this one had no document of the app.
 */
export async function restoreSessionQueries(): Promise<void> {
  const restored = currentSession()
  if (restored?.token && hasLoggedOutSince(restored.utilisateur.id)) {
    // The person may be remembered again since.
    forgetSession({ keepsIdentity: true })
    restoreSession()
  }
  followStart()
  await persistQueryClientRestore(options).catch(() => undefined)
  // A reload asks the server again, however young the answer is: the person may have changed something elsewhere.
  await queryClient.invalidateQueries({ refetchType: 'none' })
  persistQueryClientSubscribe(options)
}

/** Stores the answers of a person who has just signed in. Call once. */
export async function keepSessionQueries(): Promise<void> {
  followStart()
  persistQueryClientSubscribe(options)
  await persistQueryClientSave(options)
}

/** Deletes the stored answers, at sign-out. */
export async function wipeSessionQueries(): Promise<void> {
  await persister.removeClient()
}

function followStart(): void {
  noteStart(currentSession())
  session.subscribe(noteStart)
}

function noteStart(current: Session | null): void {
  if (current?.token) noteSessionStart(current.utilisateur.id)
}

/** Undefined where the browser refuses the storage. */
function tabStorage(): Storage | undefined {
  try {
    return sessionStorage
  } catch {
    return undefined
  }
}
