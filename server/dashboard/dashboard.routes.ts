import type { DatabaseDeps } from '../database/databaseDeps.ts'
import { dashboardEndpoints as lines } from '#domain/dashboard/dashboard.endpoints.ts'
import type { Serve } from '../http/serve.ts'
import {
  dashboardOrganisateur,
  dashboardParticipant,
  insightOrganisateur,
  insightParticipant,
} from './dashboard.usecases.ts'

export function registerDashboards(serve: Serve, deps: DatabaseDeps): void {
  serve(lines.organisateur, ({ acteur }) => dashboardOrganisateur(deps, acteur))
  serve(lines.insightOrganisateur, ({ acteur }) => insightOrganisateur(deps, acteur))
  serve(lines.participant, ({ acteur }) => dashboardParticipant(deps, acteur))
  serve(lines.insightParticipant, ({ acteur }) => insightParticipant(deps, acteur))
}
