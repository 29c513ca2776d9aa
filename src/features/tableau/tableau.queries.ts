import { dashboardEndpoints } from '#domain/dashboard/dashboard.endpoints.ts'
import { statistiqueEndpoints } from '#domain/statistique/statistique.endpoints.ts'
import { call } from '#src/api/client.ts'
import { keptQuery } from '#src/api/keptQuery.ts'

/** The organiser's counters, latest validated media, and since when somebody waits. */
export const tableauOrganisateurQuery = keptQuery({
  queryKey: ['tableau', 'organisateur'],
  queryFn: ({ signal }) => call(dashboardEndpoints.organisateur, { signal }),
})

/** What became of the participant's media, and the latest of their albums. */
export const tableauParticipantQuery = keptQuery({
  queryKey: ['tableau', 'participant'],
  queryFn: ({ signal }) => call(dashboardEndpoints.participant, { signal }),
})

/** What came in hour by hour, over all events of the organiser. */
export const depotsQuery = keptQuery({
  queryKey: ['tableau', 'depots'],
  queryFn: async ({ signal }) => (await call(statistiqueEndpoints.globales, { signal })).depotsParHeure,
})
