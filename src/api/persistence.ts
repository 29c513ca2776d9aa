import { experimental_createQueryPersister, type PersistedQuery } from '@tanstack/query-persist-client-core'
import type { QueryKey } from '@tanstack/react-query'
import { isGone } from './apiError.ts'
import { keptMs, queryClient } from './queryClient.ts'
import { currentSession } from './session.ts'

const prefix = 'q'

/** Keeps lists on the device, one entry per query and person, so that they are there without network. */
const { persisterFn, persistQueryByKey } = experimental_createQueryPersister<PersistedQuery>({
  storage: {
    getItem: (key) => quietly((store) => store.read(owned(key))),
    setItem: (key, value) => quietly((store) => store.write(owned(key), value)),
    removeItem: (key) => quietly((store) => store.remove(owned(key))),
  },
  serialize: (query) => query,
  deserialize: (query) => query,
  maxAge: keptMs,
  prefix,
  refetchOnRestore: false,
})

/**
 * Gives the kept answer when there is one, and asks the host at once: the library's own way of asking leaves its
 * failure unheard, which without network is the rule.
 */
export const persisted: typeof persisterFn = async (queryFn, context, query) => {
  const asked = { host: false }
  const ask: typeof queryFn = async (given) => {
    asked.host = true
    try {
      return await queryFn(given)
    } catch (error) {
      if (isGone(error)) await quietly((store) => store.remove(owned(`${prefix}-${query.queryHash}`)))
      throw error
    }
  }
  const data = await persisterFn(ask, context, query)
  if (!asked.host) setTimeout(() => void queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true }))
  return data
}

/** Puts what the server has confirmed in place of the kept answer, on screen and, once this resolves, on the device. */
export async function keepAnswer(queryKey: QueryKey, answer: unknown): Promise<void> {
  queryClient.setQueryData(queryKey, answer)
  await persistQueryByKey(queryKey, queryClient)
}

/**
 * Forgets everything that was kept for a person. Cancel the queries first: writes are scheduled.
 * @throws when the storage or its code cannot be had: then something may be left
 */
export async function wipePersisted(utilisateurId: number): Promise<void> {
  const store = await import('./keptStore.ts')
  await store.removeAll(`${utilisateurId}:`)
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
