import { type QueryKey, queryOptions } from '@tanstack/react-query'
import { persisted } from './persistence.ts'

interface KeptQuery<T> {
  queryKey: QueryKey
  queryFn: (context: { signal: AbortSignal }) => Promise<T>
  /** What another answer already told of it: shown until its own comes, and instead of it without network. */
  known?: () => T | undefined
}

/**
 * A query whose last answer stays on the device: it paints at once, is asked again at every visit, and is there
 * without network.
 */
export function keptQuery<T>({ queryKey, queryFn, known }: KeptQuery<T>) {
  return queryOptions<T, Error, T>({
    queryKey,
    queryFn,
    persister: persisted,
    networkMode: 'offlineFirst',
    staleTime: 0,
    ...(known && { initialData: known, initialDataUpdatedAt: 0 }),
  })
}
