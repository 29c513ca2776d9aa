import { experimental_createQueryPersister, type PersistedQuery } from '@tanstack/query-persist-client-core'
import type { QueryKey } from '@tanstack/react-query'
import { isGone } from './apiError.ts'
import { persistedMaxAgeMs, queryClient } from './queryClient.ts'
import { currentSession } from './session.ts'

const prefix = 'q'

/** Persists lists on the device, one entry per query and person, for use without network. */
const { persisterFn, persistQueryByKey } = experimental_createQueryPersister<PersistedQuery>({
  storage: {
    getItem: (key) => ignoreErrors((store) => store.read(personalKey(key))),
    setItem: (key, value) => ignoreErrors((store) => store.write(personalKey(key), value)),
    removeItem: (key) => ignoreErrors((store) => store.remove(personalKey(key))),
  },
  serialize: (query) => query,
  deserialize: (query) => query,
  maxAge: persistedMaxAgeMs,
  prefix,
  refetchOnRestore: false,
})

/**
 * Returns the stored answer when there is one, and refetches at once. The library's own refetch (`refetchOnRestore`)
 * leaves its rejection unhandled, which is the normal case without network.
 */
export const persisted: typeof persisterFn = async (queryFn, context, query) => {
  const fetched = { host: false }
  const fetchAndMark: typeof queryFn = async (given) => {
    fetched.host = true
    try {
      return await queryFn(given)
    } catch (error) {
      if (isGone(error)) await ignoreErrors((store) => store.remove(personalKey(`${prefix}-${query.queryHash}`)))
      throw error
    }
  }
  const data = await persisterFn(fetchAndMark, context, query)
  if (!fetched.host) setTimeout(() => void queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true }))
  return data
}

/** Replaces the stored answer by data the server has confirmed: on screen at once, on the device when this resolves. */
export async function keepAnswer(queryKey: QueryKey, answer: unknown): Promise<void> {
  queryClient.setQueryData(queryKey, answer)
  await persistQueryByKey(queryKey, queryClient)
}

/**
 * Deletes everything stored for a person. Cancel the queries first: writes are scheduled.
 * @throws when the storage or its chunk cannot be loaded: data may be left
 */
export async function wipePersisted(utilisateurId: number): Promise<void> {
  const store = await import('./persistedStore.ts')
  await store.removeAll(`${utilisateurId}:`)
}

function personalKey(key: string): string {
  return `${currentSession()?.utilisateur.id ?? 0}:${key}`
}

/** A failing storage (private mode, iOS dropping the connection) must never fail the query. */
async function ignoreErrors<T>(
  work: (store: typeof import('./persistedStore.ts')) => Promise<T>,
): Promise<T | undefined> {
  try {
    return await work(await import('./persistedStore.ts'))
  } catch {
    return undefined
  }
}
