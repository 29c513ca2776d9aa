import { QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError, isGone } from './apiError.ts'

/** How long a stored answer may serve a device without network, in milliseconds: 30 days. */
export const keptMs = 30 * 86_400_000

/** One cache for the app. A refusal is final; a lost answer is asked for again once. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    // An older answer about something that is gone would stay on screen with its actions.
    onError(error, query) {
      if (isGone(error)) query.setState({ data: undefined, dataUpdatedAt: 0 })
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      gcTime: 60 * 60_000,
      retry: (count, error) => !(error instanceof ApiError && error.status < 500) && count < 1,
    },
    // Without network a deed fails at once and says so, rather than happening at some later time.
    mutations: { retry: false, networkMode: 'always' },
  },
})
