import * as v from 'valibot'
import { dayMs } from '#domain/contract/durations.ts'
import { dateIso } from '#domain/contract/fields.ts'
import type { Label } from '#domain/texte/tone.ts'

export const plans = ['FREEMIUM', 'BASIC', 'PREMIUM', 'VIP'] as const
export type Plan = (typeof plans)[number]
export const planSchema = v.picklist(plans)
export const planLabels: Record<Plan, string> = { FREEMIUM: 'Freemium', BASIC: 'Basic', PREMIUM: 'Premium', VIP: 'VIP' }

/** Plans that are bought; FREEMIUM is the plan without a subscription. */
export const plansPayants = ['BASIC', 'PREMIUM', 'VIP'] as const
export type PlanPayant = (typeof plansPayants)[number]
export const planPayantSchema = v.picklist(plansPayants)

/** ACHIVE is spelled so (specification, section 3). */
export const statutsAbonnement = ['ACTIF', 'SUSPENDU', 'ANNULE', 'EXPIRE', 'ACHIVE'] as const
export type StatutAbonnement = (typeof statutsAbonnement)[number]
export const statutAbonnementLabels: Record<StatutAbonnement, Label> = {
  ACTIF: { label: 'Actif', tone: 'green' },
  SUSPENDU: { label: 'Suspendu', tone: 'amber' },
  ANNULE: { label: 'Annulé', tone: 'red' },
  EXPIRE: { label: 'Expiré', tone: 'gray' },
  ACHIVE: { label: 'Archivé', tone: 'gray' },
}

export const planLimitsSchema = v.object({
  max_evenements_actifs: v.number(),
  max_participants_par_evenement: v.number(),
  commission_pourcent: v.number(),
  plan: planSchema,
})
export type PlanLimits = v.InferOutput<typeof planLimitsSchema>

/** Quotas per plan: active events, participants per event, commission in percent (product 18). */
export const defaultPlanLimits: Record<Plan, PlanLimits> = {
  FREEMIUM: { plan: 'FREEMIUM', max_evenements_actifs: 1, max_participants_par_evenement: 30, commission_pourcent: 10 },
  BASIC: { plan: 'BASIC', max_evenements_actifs: 3, max_participants_par_evenement: 100, commission_pourcent: 7 },
  PREMIUM: { plan: 'PREMIUM', max_evenements_actifs: 10, max_participants_par_evenement: 300, commission_pourcent: 5 },
  VIP: { plan: 'VIP', max_evenements_actifs: 100, max_participants_par_evenement: 2000, commission_pourcent: 2 },
}

/** Whether one more active event may be created; a limit of 0 blocks (specification, section 5). */
export function canCreateOneMore(activeCount: number, limits: Pick<PlanLimits, 'max_evenements_actifs'>): boolean {
  return activeCount < limits.max_evenements_actifs
}

/** The price of a plan; `exemple` where nothing is paid (product 18). */
const tarifSchema = v.object({
  centimes: v.number(),
  /** ISO 4217, lower case. */
  devise: v.string(),
  periode: v.picklist(['JOUR', 'SEMAINE', 'MOIS', 'AN']),
  exemple: v.boolean(),
})
export type Tarif = v.InferOutput<typeof tarifSchema>

/** A plan with its limits and its price; null: it costs nothing. */
export const planDisponibleSchema = v.object({ ...planLimitsSchema.entries, tarif: v.nullable(tarifSchema) })
export type PlanDisponible = v.InferOutput<typeof planDisponibleSchema>

/** An organiser's subscription as its organiser sees it. */
export const abonnementSchema = v.object({
  id: v.number(),
  plan: planSchema,
  statut: v.picklist(statutsAbonnement),
  dateDebut: dateIso,
  dateExpiration: v.nullable(dateIso),
  /** Whether a new period follows at dateExpiration. */
  renouvele: v.boolean(),
})
export type Abonnement = v.InferOutput<typeof abonnementSchema>

/** A message about a renewal may be late: a subscription that renews itself is valid for this long after its end. */
const renewalGraceMs = 3 * dayMs

/**
 * Whether a subscription gives its plan's limits now.
 * @param now ISO instant
 */
export function isLiving(
  { statut, dateExpiration, renouvele }: Pick<Abonnement, 'statut' | 'dateExpiration' | 'renouvele'>,
  now: string,
): boolean {
  if (statut !== 'ACTIF') return false
  return dateExpiration === null || Date.parse(dateExpiration) + (renouvele ? renewalGraceMs : 0) > Date.parse(now)
}
