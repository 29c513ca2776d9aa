import type { MutationCache, QueryClient } from '@tanstack/react-query'
import { hasStatus } from '#src/api/apiError.ts'

/**
 * Ends a change that fails after the sign-out without its callbacks: the next person reads nothing of it, and nothing of
 * it is undone in their lists. A sign-out has removed it from the cache of mutations. Only that the session has expired is
 * said.
 */
export function silenceLateFailures(client: QueryClient): void {
  const cache: MutationCache = client.getMutationCache()
  cache.config.onError = (error, _, __, mutation) =>
    hasStatus(error, 401) || cache.find({ predicate: (known) => known === mutation }) || new Promise(() => {})
}
