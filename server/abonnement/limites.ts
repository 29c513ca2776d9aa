import { defaultPlanLimits, type PlanLimits } from '#domain/abonnement/abonnement.ts'
import type { Database } from '../database/database.ts'

/**
 * The limits of an organiser's plan now; without a living subscription those of FREEMIUM (product 18).
 * @param now ISO instant
 */
export async function planLimitsOf(database: Database, utilisateurId: number, now: string): Promise<PlanLimits> {
  const abonnement = await database
    .selectFrom('abonnement')
    .select(['plan', 'statut', 'dateExpiration'])
    .where('utilisateurId', '=', utilisateurId)
    .executeTakeFirst()
  const isLiving =
    abonnement?.statut === 'ACTIF' && (abonnement.dateExpiration === null || abonnement.dateExpiration > now)
  return defaultPlanLimits[isLiving ? abonnement.plan : 'FREEMIUM']
}
