import type { DatabaseDeps } from '../database/databaseDeps.ts'
import { dashboardEndpoints } from '#domain/dashboard/dashboard.endpoints.ts'
import type { Serve } from '../http/serve.ts'
import {
  dashboardOrganisateur,
  dashboardParticipant,
  insightOrganisateur,
  insightParticipant,
} from './dashboard.usecases.ts'

export function registerDashboards(serve: Serve, deps: DatabaseDeps): void {
  serve(dashboardEndpoints.organisateur, ({ acteur }) => dashboardOrganisateur(deps, acteur))
  serve(dashboardEndpoints.insightOrganisateur, ({ acteur }) => insightOrganisateur(deps, acteur))
  serve(dashboardEndpoints.participant, ({ acteur }) => dashboardParticipant(deps, acteur))
  serve(dashboardEndpoints.insightParticipant, ({ acteur }) => insightParticipant(deps, acteur))
}
