import { abonnementEndpoints } from '#domain/abonnement/abonnement.endpoints.ts'
import { evenementEndpoints } from '#domain/evenement/evenement.endpoints.ts'
import {
  byNewestDateDebut,
  type Evenement,
  evenementOrganisateurSchema,
  evenementSchema,
} from '#domain/evenement/evenement.ts'
import { inscriptionEndpoints } from '#domain/inscription/inscription.endpoints.ts'
import {
  infiniteQueryOptions,
  type InfiniteData,
  keepPreviousData,
  type QueryKey,
  type QueryPersister,
} from '@tanstack/react-query'
import { call, callRaw } from '#src/api/client.ts'
import { type Entry, parseEntries, validEntries } from '#src/api/entries.ts'
import { persistedQuery } from '#src/api/persistedQuery.ts'
import { persisted } from '#src/api/persistence.ts'
import { queryClient } from '#src/api/queryClient.ts'

/** Events the participant is registered for, newest first; a corrupt one is null. */
export const mesEvenementsQuery = persistedQuery({
  queryKey: ['evenements', 'inscrits'],
  meta: { live: ['notification', 'inscription'] },
  queryFn: async ({ signal }) =>
    sorted(parseEntries(evenementSchema, await callRaw(inscriptionEndpoints.mine, { signal }))),
})

/** Events the participant joined or is invited to. */
export const evenementsParticipantQuery = persistedQuery({
  queryKey: ['evenements', 'participant'],
  meta: { live: ['notification', 'inscription'] },
  queryFn: async ({ signal }) => {
    const list = await callRaw(evenementEndpoints.listParticipant, { query: { portee: 'miens' }, signal })
    return sorted(parseEntries(evenementSchema, list))
  },
})

const decouvrirKey = ['evenements', 'decouvrir']

/** Public planned events, in pages; only the list without a search is persisted. */
export const decouvrirQuery = (recherche: string) =>
  infiniteQueryOptions<DecouvrirPart, Error, InfiniteData<DecouvrirPart>, QueryKey, string | null>({
    queryKey: [...decouvrirKey, recherche],
    meta: { live: ['notification', 'inscription'] },
    queryFn: async ({ pageParam, signal }) => {
      const query = { recherche, ...(pageParam !== null && { apres: pageParam }) }
      const { evenements, suite } = partOf(await callRaw(evenementEndpoints.decouvrir, { query, signal }))
      return { evenements: parseEntries(evenementSchema, evenements), suite: typeof suite === 'string' ? suite : null }
    },
    initialPageParam: null,
    getNextPageParam: ({ suite }) => suite,
    networkMode: 'offlineFirst',
    staleTime: 0,
    placeholderData: keepPreviousData,
    // The library's persister type does not support pages; all pages are persisted.
    ...(recherche === '' && { persister: persisted as QueryPersister<DecouvrirPart, QueryKey, string | null> }),
  })

interface DecouvrirPart {
  readonly evenements: Entry<Evenement>[]
  readonly suite: string | null
}

function partOf(answer: unknown): { evenements?: unknown; suite?: unknown } {
  return typeof answer === 'object' && answer !== null ? answer : {}
}

/** One event, with the fields the participant may see. */
export const evenementParticipantQuery = (id: number) =>
  persistedQuery({
    queryKey: ['evenements', 'participant', id],
    meta: { live: ['notification', 'inscription'] },
    queryFn: ({ signal }) => call(evenementEndpoints.readParticipant, { params: { id }, signal }),
    known: () =>
      knownIn(evenementsParticipantQuery.queryKey, id) ??
      knownIn(mesEvenementsQuery.queryKey, id) ??
      knownInPages(decouvrirKey, id),
  })

/** The organiser's own events with their counts; a corrupt one is null. */
export const evenementsOrganisateurQuery = persistedQuery({
  queryKey: ['evenements', 'organisateur'],
  meta: { live: ['notification', 'inscription', 'media'] },
  queryFn: async ({ signal }) => {
    const list = await callRaw(evenementEndpoints.list, { query: { inscriptions: 'comptes' }, signal })
    return sorted(parseEntries(evenementOrganisateurSchema, list))
  },
})

export const evenementOrganisateurQuery = (id: number) =>
  persistedQuery({
    queryKey: ['evenements', 'organisateur', id],
    meta: { live: ['notification', 'inscription', 'media'] },
    queryFn: ({ signal }) => call(evenementEndpoints.read, { params: { id }, signal }),
  })

/** The limits of the organiser's plan; refetched when the subscription changes. */
export const limitesQuery = persistedQuery({
  queryKey: ['abonnement', 'limites'],
  meta: { isSessionBound: true },
  queryFn: async ({ signal }) => (await call(abonnementEndpoints.limits, { signal })).limits,
})

function knownIn(queryKey: QueryKey, id: number): Evenement | undefined {
  return queryClient.getQueryData<Entry<Evenement>[]>(queryKey)?.find((evenement) => evenement?.id === id) ?? undefined
}

function knownInPages(queryKey: QueryKey, id: number): Evenement | undefined {
  const searches = queryClient.getQueriesData<InfiniteData<DecouvrirPart>>({ queryKey })
  const entries = searches.flatMap(([, data]) => data?.pages.flatMap(({ evenements }) => evenements) ?? [])
  return validEntries(entries).find((evenement) => evenement.id === id)
}

function sorted<T extends { dateDebut: string }>(entries: Entry<T>[]): Entry<T>[] {
  return entries.toSorted((a, b) =>
    a === null || b === null ? Number(a === null) - Number(b === null) : byNewestDateDebut(a, b),
  )
}
