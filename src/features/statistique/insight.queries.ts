import { dashboardEndpoints } from '#domain/dashboard/dashboard.endpoints.ts'
import { call } from '#src/api/client.ts'
import { keptQuery } from '#src/api/keptQuery.ts'

export const insightParticipantQuery = keptQuery({
  queryKey: ['insight', 'participant'],
  meta: { live: ['media'] },
  queryFn: ({ signal }) => call(dashboardEndpoints.insightParticipant, { signal }),
})

export const insightOrganisateurQuery = keptQuery({
  queryKey: ['insight', 'organisateur'],
  meta: { live: ['media'] },
  queryFn: ({ signal }) => call(dashboardEndpoints.insightOrganisateur, { signal }),
})
