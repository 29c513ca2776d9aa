import { defaultPlanLimits, isLiving, type PlanLimits } from '#domain/abonnement/abonnement.ts'
import type { Database } from '../database/database.ts'
import { readServiceState, removeServiceState, writeServiceState } from '../database/serviceState.ts'
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
  const stored = await readServiceState(database, cle)
  return stored === null ? defaultPlanLimits : (JSON.parse(stored) as LimitsOfPlans)
}

/**
 * Stores the limits of PLAN_LIMITS, so that all nodes of a service have the same: those of the last one that started.
 * Writes only what changes: a server whose disk is full starts too.
 * @param limits null: the usual ones
 */
export async function storePlanLimits(database: Database, limits: LimitsOfPlans | null): Promise<void> {
  const stored = await readServiceState(database, cle)
  const next = limits && JSON.stringify(limits)
  if (next === stored) return
  if (next === null) await removeServiceState(database, cle)
  else await writeServiceState(database, cle, next)
}
