import { defaultPlanLimits, isLiving, type PlanLimits } from '#domain/abonnement/abonnement.ts'
import type { Database } from '../database/database.ts'
import { findAbonnement } from './abonnement.repository.ts'
import type { LimitsOfPlans } from './planSettings.ts'

const cle = 'plans'

/**
 * The current limits of an organiser's plan; those of FREEMIUM without an active subscription (product 18).
 * @param now ISO instant
 */
export async function planLimitsOf(database: Database, utilisateurId: number, now: string): Promise<PlanLimits> {
  const row = await findAbonnement(database, utilisateurId)
  const living = row && isLiving({ ...row, renouvele: row.renouvele === 1 }, now)
  return (await readPlanLimits(database))[living ? row.plan : 'FREEMIUM']
}

/** The limits of all plans of this service. */
export async function readPlanLimits(database: Database): Promise<LimitsOfPlans> {
  const stored = await storedLimits(database)
  return stored === undefined ? defaultPlanLimits : (JSON.parse(stored) as LimitsOfPlans)
}

/**
 * Stores the limits of PLAN_LIMITS, so that all nodes of a service have the same: those of the last one that started.
 * @param limits null: the usual ones
 */
export async function storePlanLimits(database: Database, limits: LimitsOfPlans | null): Promise<void> {
  const valeur = limits === null ? undefined : JSON.stringify(limits)
  if (valeur === (await storedLimits(database))) return
  if (valeur === undefined) {
    await database.deleteFrom('etatService').where('cle', '=', cle).execute()
    return
  }
  await database
    .insertInto('etatService')
    .values({ cle, valeur })
    .onConflict((conflict) => conflict.column('cle').doUpdateSet({ valeur }))
    .execute()
}

async function storedLimits(database: Database): Promise<string | undefined> {
  const row = await database.selectFrom('etatService').select('valeur').where('cle', '=', cle).executeTakeFirst()
  return row?.valeur
}
