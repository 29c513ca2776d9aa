import type { Stripe } from 'stripe'
import { type PlanPayant, plansPayants, type StatutAbonnement } from '#domain/abonnement/abonnement.ts'
import type { ProviderSubscription } from './payment.ts'

const statuts: Readonly<Record<string, StatutAbonnement>> = {
  active: 'ACTIF',
  trialing: 'ACTIF',
  canceled: 'ANNULE',
  incomplete_expired: 'EXPIRE',
}

/**
 * Maps Stripe's subscription; every status that waits for a payment becomes SUSPENDU.
 * @param prix id of Stripe's price for each plan
 * @param publicUrl names this service
 * @returns null for a subscription that names no person
 */
export function subscriptionOf(
  subscription: Stripe.Subscription,
  { prix, publicUrl }: { prix: Readonly<Record<PlanPayant, string>>; publicUrl: string },
): ProviderSubscription | null {
  const { id: reference, customer, metadata, items, status } = subscription
  const utilisateurId = /^[1-9]\d{0,14}$/.test(metadata['utilisateurId'] ?? '') ? Number(metadata['utilisateurId']) : 0
  const [item] = items.data
  if (utilisateurId === 0 || !item) return null
  const end = subscription.ended_at ?? subscription.cancel_at ?? item.current_period_end
  return {
    reference,
    client: typeof customer === 'string' ? customer : customer.id,
    utilisateurId,
    origine: origineOf(metadata['service'], publicUrl),
    plan: plansPayants.find((plan) => prix[plan] === item.price.id) ?? null,
    planBought: plansPayants.find((plan) => plan === metadata['plan']) ?? null,
    statut: statuts[status] ?? 'SUSPENDU',
    dateDebut: isoOf(subscription.start_date),
    dateExpiration: isoOf(end),
    renouvele: !subscription.cancel_at_period_end && subscription.cancel_at === null && subscription.ended_at === null,
  }
}

function origineOf(service: string | undefined, publicUrl: string): ProviderSubscription['origine'] {
  if (service === undefined) return 'inconnue'
  return service === publicUrl ? 'ici' : 'ailleurs'
}

function isoOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString()
}
