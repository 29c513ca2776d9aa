import type { MutationCache, QueryClient } from '@tanstack/react-query'
import { hasStatus } from '#src/api/apiError.ts'

/**
 * Runs no callback of a mutation that fails after the sign-out: the next person sees no message about it, and no list of
 * the person before. The sign-out has removed the mutation from the cache. The message that the session has expired is
 * still shown.
 */
export function silenceLateFailures(client: QueryClient): void {
  const cache: MutationCache = client.getMutationCache()
  cache.config.onError = (error, _, __, mutation) =>
    hasStatus(error, 401) || cache.find({ predicate: (known) => known === mutation }) || new Promise(() => {})
}
