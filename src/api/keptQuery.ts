import { type QueryKey, queryOptions } from '@tanstack/react-query'
import { persisted } from './persistence.ts'

interface KeptQuery<T> {
  queryKey: QueryKey
  queryFn: (context: { signal: AbortSignal }) => Promise<T>
}

/** A query whose last answer stays on the device: it paints at once and is there without network. */
export function keptQuery<T>({ queryKey, queryFn }: KeptQuery<T>) {
  return queryOptions<T, Error, T>({ queryKey, queryFn, persister: persisted, networkMode: 'offlineFirst' })
}
