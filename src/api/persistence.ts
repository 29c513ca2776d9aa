import { experimental_createQueryPersister, type PersistedQuery } from '@tanstack/query-persist-client-core'
import { keptMs } from './queryClient.ts'
import { currentSession } from './session.ts'

/**
 * Keeps lists on the device, one entry per query and person, so that they are there without network.
 * Give it to a query as `persister: persisted()`.
 */
export const { persisterFn: persisted } = experimental_createQueryPersister<PersistedQuery>({
  storage: {
    getItem: (key) => quietly((store) => store.read(owned(key))),
    setItem: (key, value) => quietly((store) => store.write(owned(key), value)),
    removeItem: (key) => quietly((store) => store.remove(owned(key))),
  },
  serialize: (query) => query,
  deserialize: (query) => query,
  maxAge: keptMs,
  prefix: 'q',
})

/** Forgets everything that was kept for a person. Cancel the queries first: writes are scheduled. */
export async function wipePersisted(utilisateurId: number): Promise<void> {
  await quietly((store) => store.removeAll(`${utilisateurId}:`))
}

function owned(key: string): string {
  return `${currentSession()?.utilisateur.id ?? 0}:${key}`
}

/** A storage that fails (private mode, iOS dropping the connection) must never fail the query. */
async function quietly<T>(work: (store: typeof import('./keptStore.ts')) => Promise<T>): Promise<T | undefined> {
  try {
    return await work(await import('./keptStore.ts'))
  } catch {
    return undefined
  }
}
