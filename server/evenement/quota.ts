import { canCreateOneMore } from '#domain/abonnement/abonnement.ts'
import { planLimitsOf } from '../abonnement/limites.ts'
import type { Database } from '../database/database.ts'
import { Problem } from '../http/problem.ts'
import { countEvenementsActifs } from './evenement.repository.ts'

/**
 * Checks that the plan allows one more active event. Call it in a transaction that has locked the organiser.
 * @throws Problem evenement.quota_atteint
 */
export async function assertQuota(
  database: Database,
  { createurId, now }: { createurId: number; now: string },
): Promise<void> {
  const limits = await planLimitsOf(database, createurId, now)
  if (canCreateOneMore(await countEvenementsActifs(database, createurId), limits)) return
  throw new Problem('evenement.quota_atteint', { values: { n: limits.max_evenements_actifs } })
}
