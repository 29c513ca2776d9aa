import type { PlanPayant, StatutAbonnement, Tarif } from '#domain/abonnement/abonnement.ts'
import type { DemonstrationJeton } from './demonstrationJeton.ts'

/** A payment page that is asked for. Addresses are absolute and checked. */
export interface CheckoutWish {
  readonly utilisateurId: number
  /** Proven; null lets the provider ask for it. */
  readonly email: string | null
  /** The organiser's name at this provider, when there is one already. */
  readonly client: string | null
  readonly plan: PlanPayant
  readonly successUrl: string
  readonly cancelUrl: string
}

/** A subscription as the provider knows it at this moment. Instants are ISO 8601 UTC. */
export interface ProviderSubscription {
  readonly reference: string
  readonly client: string | null
  readonly utilisateurId: number
  readonly plan: PlanPayant
  readonly statut: StatutAbonnement
  readonly dateDebut: string
  readonly dateExpiration: string | null
  readonly renouvele: boolean
}

/** Something happened to a subscription. It says no more: the state is asked for, so no order of messages matters. */
export interface PaymentNotice {
  /** The provider's own name of the message, the same when it is repeated. */
  readonly avis: string
  readonly reference: string
}

type JetonOf<G> = Extract<DemonstrationJeton, { genre: G }>

/** What stands behind the pages that the demonstration provider has on this server. */
export interface DemonstrationPages {
  /** @returns null for an address that was not given out, or too long ago */
  checkout(jeton: string): JetonOf<'checkout'> | null
  portal(jeton: string): JetonOf<'portail'> | null
  /** Starts the subscription; a second time it is the same one. */
  pay(checkout: JetonOf<'checkout'>): Promise<PaymentNotice>
  /** Days that one payment would last. */
  readonly days: number
  readonly centimes: Readonly<Record<PlanPayant, number>>
}

/** Who takes the payment. Every call may throw {@link PaymentUnavailable}. */
export interface Payment {
  readonly fournisseur: 'stripe' | 'demonstration' | 'aucun'
  /** The pages that are served here; null when they are the provider's own. */
  readonly pages: DemonstrationPages | null
  /** Prices; null for a plan that cannot be bought here. */
  tarifs(): Promise<Readonly<Record<PlanPayant, Tarif | null>>>
  /** @returns address of a page where the plan is paid */
  openCheckout(wish: CheckoutWish): Promise<string>
  /** @returns address of a page where the subscription is managed */
  openPortal(wish: { reference: string; client: string | null; returnUrl: string }): Promise<string>
  /** @returns the message about it, null when that comes to the webhook */
  changePlan(reference: string, plan: PlanPayant): Promise<PaymentNotice | null>
  /** Ends at the end of what is paid. @returns the message about it, null when that comes to the webhook */
  cancel(reference: string): Promise<PaymentNotice | null>
  /**
   * Reads a message of the webhook.
   * @param now when it came: an old signature is refused
   * @returns null when it is about something else
   * @throws PaymentForgery when the provider has not signed these bytes, or not just now
   */
  readNotice(body: Buffer, signature: string, now: Date): PaymentNotice | null
  /** @returns null when it is none of ours */
  readSubscription(reference: string): Promise<ProviderSubscription | null>
}

/** The provider did not answer, or with an error; the message may stand in a log. */
export class PaymentUnavailable extends Error {}

/** Bytes that the provider has not signed. */
export class PaymentForgery extends Error {}
