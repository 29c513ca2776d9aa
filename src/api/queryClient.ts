import { QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query'
import { ApiError, isGone } from './apiError.ts'

/** How long a stored answer can be used without network, in milliseconds: 30 days. */
export const persistedMaxAgeMs = 30 * 86_400_000

/** Queries that the server has refused. */
const gone = new WeakSet<object>()

/** Whether the server has refused this query: another query may still have its data. */
export function wasGone(queryKey: QueryKey): boolean {
  const query = queryClient.getQueryCache().find({ queryKey })
  return query !== undefined && gone.has(query)
}

/** One cache for the app. Client errors (4xx) are final; other failures are retried once. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    // Drop data that no longer exists: otherwise it would stay on screen with its actions.
    onError(error, query) {
      if (!isGone(error)) return
      gone.add(query)
      query.setState({ data: undefined, dataUpdatedAt: 0 })
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      gcTime: 60 * 60_000,
      retry: (count, error) => !(error instanceof ApiError && error.status < 500) && count < 1,
    },
    // Without network a mutation fails at once instead of running later.
    mutations: { retry: false, networkMode: 'always' },
  },
})
