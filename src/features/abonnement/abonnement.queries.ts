import { abonnementEndpoints } from '#domain/abonnement/abonnement.endpoints.ts'
import type { Abonnement } from '#domain/abonnement/abonnement.ts'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { hasStatus } from '#src/api/apiError.ts'
import { call } from '#src/api/client.ts'
import { persistedQuery } from '#src/api/persistedQuery.ts'
import { queryClient } from '#src/api/queryClient.ts'

const statutKey = ['abonnement', 'statut']

/** The organiser's subscription; null without any (specification, section 7: a 404 means none). */
export const abonnementQuery = persistedQuery<Abonnement | null>({
  queryKey: statutKey,
  queryFn: async ({ signal }) => {
    const now = await readAbonnement(signal)
    const before = queryClient.getQueryData<Abonnement | null>(statutKey)
    // The cached plan and limits belong to another subscription: refetch them.
    if (before !== undefined && (before?.plan !== now?.plan || before?.statut !== now?.statut)) {
      void queryClient.invalidateQueries({
        queryKey: ['abonnement'],
        predicate: ({ queryKey }) => queryKey[1] !== 'statut',
      })
    }
    return now
  },
})

/** All plans with limits and price, and the one that applies. */
export const plansQuery = persistedQuery({
  queryKey: ['abonnement', 'plans'],
  queryFn: ({ signal }) => call(abonnementEndpoints.plans, { signal }),
})

/** The subscription as it is on the server now, never from the persisted cache. */
export const confirmationQuery = queryOptions({
  queryKey: ['abonnement', 'confirmation'],
  queryFn: ({ signal }) => readAbonnement(signal),
  staleTime: 0,
  gcTime: 0,
})

/** Refetches all subscription data after a change. */
export function renewAbonnement(client: QueryClient): Promise<void> {
  const { queryKey } = confirmationQuery
  return client.invalidateQueries({ queryKey: ['abonnement'], predicate: (query) => query.queryKey[1] !== queryKey[1] })
}

async function readAbonnement(signal: AbortSignal): Promise<Abonnement | null> {
  try {
    const { abonnement } = await call(abonnementEndpoints.read, { signal })
    return abonnement[0] ?? null
  } catch (error) {
    if (hasStatus(error, 404)) return null
    throw error
  }
}
