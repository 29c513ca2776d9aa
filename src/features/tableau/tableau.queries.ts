import { dashboardEndpoints } from '#domain/dashboard/dashboard.endpoints.ts'
import { statistiqueEndpoints } from '#domain/statistique/statistique.endpoints.ts'
import { call } from '#src/api/client.ts'
import { persistedQuery } from '#src/api/persistedQuery.ts'

/** The organiser's counters, latest validated media, and the age of the oldest waiting media. */
export const tableauOrganisateurQuery = persistedQuery({
  queryKey: ['tableau', 'organisateur'],
  meta: { live: ['notification', 'inscription', 'media'] },
  queryFn: ({ signal }) => call(dashboardEndpoints.organisateur, { signal }),
})

/** The participant's media by statut, and the latest media of their albums. */
export const tableauParticipantQuery = persistedQuery({
  queryKey: ['tableau', 'participant'],
  meta: { live: ['notification', 'inscription', 'media'] },
  queryFn: ({ signal }) => call(dashboardEndpoints.participant, { signal }),
})

/** Uploads per hour, over all events of the organiser. */
export const depotsQuery = persistedQuery({
  queryKey: ['tableau', 'depots'],
  meta: { live: ['notification', 'inscription', 'media'] },
  queryFn: async ({ signal }) => (await call(statistiqueEndpoints.globales, { signal })).depotsParHeure,
})
