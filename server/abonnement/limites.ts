import { defaultPlanLimits, isLiving, type PlanLimits } from '#domain/abonnement/abonnement.ts'
import type { Database } from '../database/database.ts'
import { findAbonnement } from './abonnement.repository.ts'

/**
 * The current limits of an organiser's plan; those of FREEMIUM without an active subscription (product 18).
 * @param now ISO instant
 */
export async function planLimitsOf(database: Database, utilisateurId: number, now: string): Promise<PlanLimits> {
  const row = await findAbonnement(database, utilisateurId)
  const living = row && isLiving({ ...row, renouvele: row.renouvele === 1 }, now)
  return defaultPlanLimits[living ? row.plan : 'FREEMIUM']
}
