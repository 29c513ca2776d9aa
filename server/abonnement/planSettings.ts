import * as v from 'valibot'
import { defaultPlanLimits, type Plan, type PlanLimits, plans } from '#domain/abonnement/abonnement.ts'

/** The limits of every plan (product 18). */
export type LimitsOfPlans = Readonly<Record<Plan, PlanLimits>>

const entryPattern = new RegExp(`^(${plans.join('|')})\\s*:\\s*(\\d{1,6})/(\\d{1,6})/(\\d{1,3})$`)

export const planVariables = {
  PLAN_LIMITS: {
    schema: v.optional(
      v.pipe(
        v.string(),
        v.rawTransform<string, LimitsOfPlans>(({ dataset, addIssue, NEVER }) => {
          const limits = limitsOf(dataset.value)
          if (limits !== null) return limits
          addIssue({ message: 'limits of plans' })
          return NEVER
        }),
      ),
    ),
    expected: [
      'PLAN:événements/participants/commission séparés par des virgules, par exemple FREEMIUM:5/200/0',
      'PLAN:events/participants/commission, separated by commas, such as FREEMIUM:5/200/0',
    ],
    purpose:
      'limits of plans: active events of an organiser, participants of an event, and the commission in % that is shown; a plan ' +
      'that is not named keeps its limits. Without payment all organisers have FREEMIUM',
    otherwise: plans.map(textOf).join(', '),
  },
} as const

/** @returns null when the text names a plan twice or is not `PLAN:events/participants/commission, …` */
function limitsOf(text: string): LimitsOfPlans | null {
  const limits: Record<Plan, PlanLimits> = { ...defaultPlanLimits }
  const named = new Set<Plan>()
  for (const entry of text.split(',')) {
    const [, name, events, people, commission] = entryPattern.exec(entry.trim()) ?? []
    const plan = plans.find((one) => one === name)
    if (plan === undefined || named.has(plan) || Number(commission) > 100) return null
    named.add(plan)
    limits[plan] = {
      plan,
      max_evenements_actifs: Number(events),
      max_participants_par_evenement: Number(people),
      commission_pourcent: Number(commission),
    }
  }
  return limits
}

function textOf(plan: Plan): string {
  const limits = defaultPlanLimits[plan]
  const { max_evenements_actifs: events, max_participants_par_evenement: people, commission_pourcent: percent } = limits
  return `${plan}:${events}/${people}/${percent}`
}
