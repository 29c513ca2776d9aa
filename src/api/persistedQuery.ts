import { type QueryKey, queryOptions } from '@tanstack/react-query'
import { persisted } from './persistence.ts'
import { wasGone } from './queryClient.ts'
import type { QueryMeta } from './queryMeta.ts'

interface PersistedQueryOptions<T> {
  queryKey: QueryKey
  queryFn: (context: { signal: AbortSignal }) => Promise<T>
  meta?: QueryMeta
  /** Data already known from another query: shown until this query answers, and instead of it without network. */
  known?: () => T | undefined
}

/** A link's preload, or the route's loader, counts as the page's own fetch for this time. Milliseconds. */
const preloadedMs = 3_000

/** A query persisted on the device: renders at once, refetches at every visit, and works without network. */
export function persistedQuery<T>({ queryKey, queryFn, meta, known }: PersistedQueryOptions<T>) {
  return queryOptions<T, Error, T>({
    queryKey,
    queryFn,
    persister: persisted,
    networkMode: 'offlineFirst',
    staleTime: preloadedMs,
    ...(meta && { meta }),
    // The library reads it again whenever the query has no data.
    ...(known && { initialData: () => (wasGone(queryKey) ? undefined : known()), initialDataUpdatedAt: 0 }),
  })
}
