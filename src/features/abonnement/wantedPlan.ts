import { type PlanPayant, plansPayants } from '#domain/abonnement/abonnement.ts'
import { currentSession } from '#src/api/session.ts'

/** Remembers in this tab which plan somebody went away to pay, so that the way back knows what to wait for. */
export function keepWantedPlan(plan: PlanPayant): void {
  try {
    sessionStorage.setItem(key(), plan)
  } catch {
    // Any running subscription is then taken as what was wanted.
  }
}

/** The plan that is being paid in this tab; null when none is known. */
export function wantedPlan(): PlanPayant | null {
  try {
    const kept = sessionStorage.getItem(key())
    return plansPayants.find((plan) => plan === kept) ?? null
  } catch {
    return null
  }
}

/** It came, or is given up. */
export function forgetWantedPlan(): void {
  try {
    sessionStorage.removeItem(key())
  } catch {
    // Nothing was kept either.
  }
}

function key(): string {
  return `eclats.plan.${currentSession()?.utilisateur.id ?? 0}`
}
