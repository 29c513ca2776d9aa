import { endpoints } from '#domain/contract/endpoints.ts'
import { nowIso } from '../clock.ts'
import type { Serve } from '../http/serve.ts'
import type { Parts } from '../parts.ts'
import { planLimitsOf } from './limites.ts'

const lines = endpoints.abonnement

export function registerAbonnement(serve: Serve, deps: Pick<Parts, 'database' | 'clock'>): void {
  serve(lines.limits, async ({ acteur }) => ({
    limits: await planLimitsOf(deps.database, acteur.id, nowIso(deps.clock)),
  }))
}
