import { Stripe } from 'stripe'
import { type PlanPayant, plansPayants, type Tarif } from '#domain/abonnement/abonnement.ts'
import {
  type CheckoutRequest,
  type Payment,
  PaymentAddressInvalid,
  PaymentForgery,
  PaymentMissing,
  type PaymentNotice,
  PaymentUnavailable,
  type ProviderSubscription,
} from './payment.ts'
import type { StripeSettings } from './paymentSettings.ts'
import { subscriptionOf } from './stripeSubscription.ts'

/** Of one request, in total less than the ten seconds that the app usually waits for an answer. */
const timeouts = { timeout: 4000, maxNetworkRetries: 1 }
const tarifsKeptMs = 600_000
const toleranceSeconds = 300
const periods = { day: 'JOUR', week: 'SEMAINE', month: 'MOIS', year: 'AN' } as const

/**
 * Payment by Stripe. Stripe receives the organiser's id and e-mail address; card data never reach this server.
 * @param publicUrl names this service in what it sells: another one with the same account has the same ids of people
 */
export function stripePayment({ secretKey, webhookSecret, prix, api }: StripeSettings, publicUrl: string): Payment {
  const stripe = new Stripe(secretKey, { ...timeouts, telemetry: false, ...api })
  const readTarif = async (plan: PlanPayant): Promise<[PlanPayant, Tarif]> => [
    plan,
    tarifOf(await callStripe(() => stripe.prices.retrieve(prix[plan]))),
  ]
  /** The person's payment pages, among the newest 100 of the account with this status. */
  const sessionsOf = async (utilisateurId: number, status: 'open' | 'complete') => {
    const { data } = await callStripe(() => stripe.checkout.sessions.list({ status, limit: 100 }))
    const isTheirs = ({ client_reference_id: person, metadata }: Stripe.Checkout.Session) =>
      person === String(utilisateurId) && metadata?.['service'] === publicUrl
    return data.filter(isTheirs)
  }
  /** Ends the person's payment pages that are open in other tabs. */
  const expireOpenSessions = async (utilisateurId: number) => {
    for (const { id } of await sessionsOf(utilisateurId, 'open'))
      await callStripe(() => stripe.checkout.sessions.expire(id))
  }
  let tarifs: { at: number; known: Promise<Record<PlanPayant, Tarif>> } | null = null
  return {
    fournisseur: 'stripe',
    pages: null,
    tarifs: () => {
      if (tarifs === null || performance.now() - tarifs.at > tarifsKeptMs) {
        const known = Promise.all(plansPayants.map(readTarif)).then(
          (all) => Object.fromEntries(all) as Record<PlanPayant, Tarif>,
        )
        tarifs = { at: performance.now(), known }
        // Do not cache a failure.
        known.catch(() => {
          tarifs = null
        })
      }
      return tarifs.known
    },
    openCheckout: async (input) => {
      await expireOpenSessions(input.utilisateurId)
      const session = sessionOf(input, { price: prix[input.plan], service: publicUrl })
      const { url } = await callStripe(() => stripe.checkout.sessions.create(session))
      return addressOf(url)
    },
    openPortal: async ({ client, returnUrl }) => {
      if (client === null) throw new PaymentUnavailable('Stripe: the subscription has no customer')
      const { url } = await callStripe(() =>
        stripe.billingPortal.sessions.create({ customer: client, return_url: returnUrl, locale: 'fr' }),
      )
      return addressOf(url)
    },
    changePlan: async (reference, plan) => {
      const { items } = await callStripe(() => stripe.subscriptions.retrieve(reference))
      const [item] = items.data
      if (!item) throw new PaymentUnavailable('Stripe: the subscription has no item')
      await callStripe(() =>
        stripe.subscriptions.update(reference, {
          items: [{ id: item.id, price: prix[plan] }],
          metadata: { plan },
          proration_behavior: 'always_invoice',
          cancel_at_period_end: false,
        }),
      )
      return null
    },
    cancel: async (reference) => {
      const { status } = await callStripe(() => stripe.subscriptions.retrieve(reference))
      if (status === 'canceled' || status === 'incomplete_expired') return null
      const isPaid = status === 'active' || status === 'trialing'
      await callStripe(() =>
        isPaid
          ? stripe.subscriptions.update(reference, { cancel_at_period_end: true })
          : // At the end of the period, Stripe would go on to charge the unpaid invoice until then.
            stripe.subscriptions.cancel(reference),
      )
      return null
    },
    readNotice: (body, signature, now) => {
      try {
        const at = now.getTime()
        return noticeOf(stripe.webhooks.constructEvent(body, signature, webhookSecret, toleranceSeconds, undefined, at))
      } catch (error) {
        // The library's error contains the body.
        if (error instanceof Stripe.errors.StripeSignatureVerificationError) throw new PaymentForgery()
        throw error
      }
    },
    readSubscription: async (reference): Promise<ProviderSubscription | null> =>
      subscriptionOf(await callStripe(() => stripe.subscriptions.retrieve(reference)), { prix, publicUrl }),
    subscriptionsOf: async (client) => {
      const { data } = await callStripe(() => stripe.subscriptions.list({ customer: client, limit: 100 }))
      return data.map(({ id }) => id)
    },
    purchasesOf: async (utilisateurId) =>
      (await sessionsOf(utilisateurId, 'complete')).flatMap(({ subscription }) =>
        typeof subscription === 'string' ? subscription : (subscription?.id ?? []),
      ),
  }
}

/** Maps Stripe's errors, which may contain keys and addresses, to an error with only the fields for diagnosis. */
async function callStripe<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    const { type, code, statusCode, requestId } = error
    const where = [type, code, statusCode, requestId].filter((word) => word !== undefined)
    const Failure = code === 'resource_missing' ? PaymentMissing : PaymentUnavailable
    throw new Failure(`Stripe: ${where.join(' ')}`)
  }
}

function sessionOf(
  input: CheckoutRequest,
  { price, service }: { price: string; service: string },
): Stripe.Checkout.SessionCreateParams {
  const metadata = { utilisateurId: String(input.utilisateurId), plan: input.plan, service }
  return {
    mode: 'subscription',
    locale: 'fr',
    line_items: [{ price, quantity: 1 }],
    success_url: input.successUrl,
    cancel_url: input.cancelUrl,
    client_reference_id: metadata.utilisateurId,
    metadata: { service },
    subscription_data: { metadata },
    ...(input.client !== null && { customer: input.client }),
    ...(input.client === null && input.email !== null && { customer_email: input.email }),
  }
}

function noticeOf(event: Stripe.Event): PaymentNotice | null {
  if (!event.type.startsWith('customer.subscription.')) return null
  const { object } = event.data
  return 'id' in object && typeof object.id === 'string' ? { avis: event.id, reference: object.id } : null
}

function tarifOf({ unit_amount: centimes, currency: devise, recurring }: Stripe.Price): Tarif {
  const interval = recurring?.interval ?? 'month'
  const periode = interval in periods ? periods[interval as keyof typeof periods] : 'MOIS'
  return { centimes: centimes ?? 0, devise, periode, exemple: false }
}

/** Checks that a URL is Stripe's before a browser is redirected to it. */
function addressOf(text: string | null): string {
  const url = text === null ? null : URL.parse(text)
  const isTheirs = url?.protocol === 'https:' && /(^|\.)stripe\.com$/.test(url.hostname) && !url.username && !url.port
  if (!isTheirs) throw new PaymentAddressInvalid('Stripe: the answer has no stripe.com URL')
  return url.href
}
