import type { PlanPayant, StatutAbonnement, Tarif } from '#domain/abonnement/abonnement.ts'
import type { DemonstrationJeton } from './demonstrationJeton.ts'

/** A request for a payment page. URLs are absolute and checked. */
export interface CheckoutRequest {
  readonly utilisateurId: number
  /** A confirmed address; null lets the provider ask for it. */
  readonly email: string | null
  /** Id of the customer at this provider, if it exists. */
  readonly client: string | null
  readonly plan: PlanPayant
  readonly successUrl: string
  readonly cancelUrl: string
}

/** The current state of a subscription at the provider. Instants are ISO 8601 UTC. */
export interface ProviderSubscription {
  readonly reference: string
  readonly client: string | null
  readonly utilisateurId: number
  /** Who created it: this service, another one with the same account, or an earlier version, which named none. */
  readonly origine: 'ici' | 'ailleurs' | 'inconnue'
  /** The plan of its price; null when the price belongs to no plan. */
  readonly plan: PlanPayant | null
  /** The plan that was bought; null when the provider was not given it. */
  readonly planBought: PlanPayant | null
  readonly statut: StatutAbonnement
  readonly dateDebut: string
  readonly dateExpiration: string | null
  readonly renouvele: boolean
}

/**
 * A subscription has changed. Contains no state, which is requested separately, so the order of messages does not
 * matter.
 */
export interface PaymentNotice {
  /** Id of the message at the provider; the same when it is repeated. */
  readonly avis: string
  readonly reference: string
}

type JetonOf<G> = Extract<DemonstrationJeton, { genre: G }>

/** The logic of the demonstration provider's pages on this server. */
export interface DemonstrationPages {
  /** @returns null for a token that is invalid or expired */
  checkout(jeton: string): JetonOf<'checkout'> | null
  /** As `checkout`, for the page that manages a subscription. */
  portal(jeton: string): JetonOf<'portail'> | null
  /** Starts the subscription. Idempotent. */
  pay(checkout: JetonOf<'checkout'>): Promise<PaymentNotice>
  /** Length of a period in days. */
  readonly days: number
  readonly centimes: Readonly<Record<PlanPayant, number>>
}

/** A payment provider. Every method may throw {@link PaymentUnavailable}. */
export interface Payment {
  readonly fournisseur: 'stripe' | 'demonstration' | 'aucun'
  /** The pages served by this server; null when the provider has its own. */
  readonly pages: DemonstrationPages | null
  /** Prices; null for a plan that cannot be bought. */
  tarifs(): Promise<Readonly<Record<PlanPayant, Tarif | null>>>
  /** Ends the person's other payment pages where the provider can. @returns URL of the new one */
  openCheckout(input: CheckoutRequest): Promise<string>
  /** @returns URL of the page that manages the subscription */
  openPortal(input: { reference: string; client: string | null; returnUrl: string }): Promise<string>
  /** @returns the notice of the change, or null when it comes to the webhook */
  changePlan(reference: string, plan: PlanPayant): Promise<PaymentNotice | null>
  /**
   * Cancels at the end of the paid period, or at once when the payment of the period waits. Idempotent.
   * @returns the notice of it, or null when it comes to the webhook
   */
  cancel(reference: string): Promise<PaymentNotice | null>
  /**
   * Reads a message of the webhook.
   * @param now time of receipt: an old signature is rejected
   * @returns null when it is not about a subscription
   * @throws PaymentForgery when the signature is invalid or too old
   */
  readNotice(body: Buffer, signature: string, now: Date): PaymentNotice | null
  /** @returns null when the subscription names no person of a service */
  readSubscription(reference: string): Promise<ProviderSubscription | null>
  /** @returns references of a customer's subscriptions that are not over */
  subscriptionsOf(client: string): Promise<readonly string[]>
  /** @returns references of the subscriptions that a person bought from this service lately */
  purchasesOf(utilisateurId: number): Promise<readonly string[]>
}

/** The provider did not answer, or answered with an error. The message contains no secret and can be logged. */
export class PaymentUnavailable extends Error {}

/** The provider does not know what it was asked for: it was created in another account, or deleted there. */
export class PaymentMissing extends PaymentUnavailable {}

/** The provider gave no URL for its page, or one on another host. */
export class PaymentAddressInvalid extends PaymentUnavailable {}

/** The signature of a webhook message is invalid. */
export class PaymentForgery extends Error {}
