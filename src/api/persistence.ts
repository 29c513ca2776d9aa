import { experimental_createQueryPersister, type PersistedQuery } from '@tanstack/query-persist-client-core'
import { keptMs, queryClient } from './queryClient.ts'
import { currentSession } from './session.ts'

/** Keeps lists on the device, one entry per query and person, so that they are there without network. */
const { persisterFn } = experimental_createQueryPersister<PersistedQuery>({
  storage: {
    getItem: (key) => quietly((store) => store.read(owned(key))),
    setItem: (key, value) => quietly((store) => store.write(owned(key), value)),
    removeItem: (key) => quietly((store) => store.remove(owned(key))),
  },
  serialize: (query) => query,
  deserialize: (query) => query,
  maxAge: keptMs,
  prefix: 'q',
  refetchOnRestore: false,
})

/**
 * Gives the kept answer when there is one, and asks the host at once: the library's own way of asking leaves its
 * failure unheard, which without network is the rule.
 */
export const persisted: typeof persisterFn = async (queryFn, context, query) => {
  const asked = { host: false }
  const ask: typeof queryFn = (given) => {
    asked.host = true
    return queryFn(given)
  }
  const data = await persisterFn(ask, context, query)
  if (!asked.host) setTimeout(() => void queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true }))
  return data
}

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
