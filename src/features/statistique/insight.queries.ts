import { dashboardEndpoints } from '#domain/dashboard/dashboard.endpoints.ts'
import { call } from '#src/api/client.ts'
import { persistedQuery } from '#src/api/persistedQuery.ts'

export const insightParticipantQuery = persistedQuery({
  queryKey: ['insight', 'participant'],
  meta: { live: ['media'] },
  queryFn: ({ signal }) => call(dashboardEndpoints.insightParticipant, { signal }),
})

export const insightOrganisateurQuery = persistedQuery({
  queryKey: ['insight', 'organisateur'],
  meta: { live: ['media'] },
  queryFn: ({ signal }) => call(dashboardEndpoints.insightOrganisateur, { signal }),
})
