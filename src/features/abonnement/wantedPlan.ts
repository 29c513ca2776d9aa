import { type PlanPayant, plansPayants } from '#domain/abonnement/abonnement.ts'
import { currentSession } from '#src/api/session.ts'

/** Remembers in this tab which plan is being paid, for the return page. */
export function keepWantedPlan(plan: PlanPayant): void {
  try {
    sessionStorage.setItem(key(), plan)
  } catch {
    // The return page then accepts any running subscription.
  }
}

/** The plan being paid in this tab; null when unknown. */
export function wantedPlan(): PlanPayant | null {
  try {
    const kept = sessionStorage.getItem(key())
    return plansPayants.find((plan) => plan === kept) ?? null
  } catch {
    return null
  }
}

/** Call when the payment has succeeded. An abandoned one is kept until the next payment of this tab. */
export function forgetWantedPlan(): void {
  try {
    sessionStorage.removeItem(key())
  } catch {
    // Nothing was stored either.
  }
}

function key(): string {
  return `eclats.plan.${currentSession()?.utilisateur.id ?? 0}`
}
