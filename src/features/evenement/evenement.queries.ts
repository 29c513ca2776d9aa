import { abonnementEndpoints } from '#domain/abonnement/abonnement.endpoints.ts'
import { evenementEndpoints } from '#domain/evenement/evenement.endpoints.ts'
import {
  byNewestDateDebut,
  type Evenement,
  evenementOrganisateurSchema,
  evenementSchema,
} from '#domain/evenement/evenement.ts'
import { inscriptionEndpoints } from '#domain/inscription/inscription.endpoints.ts'
import type { QueryKey } from '@tanstack/react-query'
import { call, callRaw } from '#src/api/client.ts'
import { type Entry, parseEntries } from '#src/api/entries.ts'
import { keptQuery } from '#src/api/keptQuery.ts'
import { queryClient } from '#src/api/queryClient.ts'

/** Events the participant is registered for, newest first; a corrupt one is null. */
export const mesEvenementsQuery = keptQuery({
  queryKey: ['evenements', 'inscrits'],
  queryFn: async ({ signal }) =>
    sorted(parseEntries(evenementSchema, await callRaw(inscriptionEndpoints.mine, { signal }))),
})

/** Events the participant joined, is invited to, or may discover. */
export const evenementsParticipantQuery = keptQuery({
  queryKey: ['evenements', 'participant'],
  queryFn: async ({ signal }) =>
    sorted(parseEntries(evenementSchema, await callRaw(evenementEndpoints.listParticipant, { signal }))),
})

/** One event, as far as the participant may see it. */
export const evenementParticipantQuery = (id: number) =>
  keptQuery({
    queryKey: ['evenements', 'participant', id],
    queryFn: ({ signal }) => call(evenementEndpoints.readParticipant, { params: { id }, signal }),
    known: () => knownIn(evenementsParticipantQuery.queryKey, id) ?? knownIn(mesEvenementsQuery.queryKey, id),
  })

/** The organiser's own events with their counts; a corrupt one is null. */
export const evenementsOrganisateurQuery = keptQuery({
  queryKey: ['evenements', 'organisateur'],
  queryFn: async ({ signal }) =>
    sorted(parseEntries(evenementOrganisateurSchema, await callRaw(evenementEndpoints.list, { signal }))),
})

/** One own event. */
export const evenementOrganisateurQuery = (id: number) =>
  keptQuery({
    queryKey: ['evenements', 'organisateur', id],
    queryFn: ({ signal }) => call(evenementEndpoints.read, { params: { id }, signal }),
  })

/** The limits of the organiser's plan; asked again whenever the subscription changes. */
export const limitesQuery = keptQuery({
  queryKey: ['abonnement', 'limites'],
  queryFn: async ({ signal }) => (await call(abonnementEndpoints.limits, { signal })).limits,
})

function knownIn(queryKey: QueryKey, id: number): Evenement | undefined {
  return queryClient.getQueryData<Entry<Evenement>[]>(queryKey)?.find((evenement) => evenement?.id === id) ?? undefined
}

function sorted<T extends { dateDebut: string }>(entries: Entry<T>[]): Entry<T>[] {
  return entries.toSorted((a, b) =>
    a === null || b === null ? Number(a === null) - Number(b === null) : byNewestDateDebut(a, b),
  )
}
