import { Stripe } from 'stripe'
import { type PlanPayant, plansPayants, type Tarif } from '#domain/abonnement/abonnement.ts'
import {
  type CheckoutWish,
  type Payment,
  PaymentForgery,
  type PaymentNotice,
  PaymentUnavailable,
  type ProviderSubscription,
} from './payment.ts'
import type { StripeSettings } from './paymentSettings.ts'
import { subscriptionOf } from './stripeSubscription.ts'

/** Together less than the ten seconds an app waits for an answer. */
const waits = { timeout: 4000, maxNetworkRetries: 1 }
const tarifsKeptMs = 600_000
/** How old a signature of the webhook may be. */
const toleranceSeconds = 300
const periods = { day: 'JOUR', week: 'SEMAINE', month: 'MOIS', year: 'AN' } as const

/** Payment by Stripe. It learns an organiser's number and e-mail address; card data never come near this server. */
export function stripePayment({ secretKey, webhookSecret, prix, api }: StripeSettings): Payment {
  const stripe = new Stripe(secretKey, { ...waits, telemetry: false, ...api })
  const readTarif = async (plan: PlanPayant): Promise<[PlanPayant, Tarif]> => [
    plan,
    tarifOf(await ask(() => stripe.prices.retrieve(prix[plan]))),
  ]
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
        // A failure is told to who asked and kept from the next.
        known.catch(() => {
          tarifs = null
        })
      }
      return tarifs.known
    },
    openCheckout: async (wish) => {
      const { url } = await ask(() => stripe.checkout.sessions.create(sessionOf(wish, prix[wish.plan])))
      return addressOf(url)
    },
    openPortal: async ({ client, returnUrl }) => {
      if (client === null) throw new PaymentUnavailable('Stripe: the subscription has no customer')
      const { url } = await ask(() =>
        stripe.billingPortal.sessions.create({ customer: client, return_url: returnUrl, locale: 'fr' }),
      )
      return addressOf(url)
    },
    changePlan: async (reference, plan) => {
      const { items } = await ask(() => stripe.subscriptions.retrieve(reference))
      const [item] = items.data
      if (!item) throw new PaymentUnavailable('Stripe: the subscription has no item')
      await ask(() =>
        stripe.subscriptions.update(reference, {
          items: [{ id: item.id, price: prix[plan] }],
          proration_behavior: 'always_invoice',
          cancel_at_period_end: false,
        }),
      )
      return null
    },
    cancel: async (reference) => {
      await ask(() => stripe.subscriptions.update(reference, { cancel_at_period_end: true }))
      return null
    },
    readNotice: (body, signature, now) => {
      try {
        const at = now.getTime()
        return noticeOf(stripe.webhooks.constructEvent(body, signature, webhookSecret, toleranceSeconds, undefined, at))
      } catch (error) {
        // The library's own error quotes the body.
        if (error instanceof Stripe.errors.StripeSignatureVerificationError) throw new PaymentForgery()
        throw error
      }
    },
    readSubscription: async (reference): Promise<ProviderSubscription | null> =>
      subscriptionOf(await ask(() => stripe.subscriptions.retrieve(reference)), prix),
  }
}

/** An error of Stripe's may quote keys and addresses: only what tells where to look goes on. */
async function ask<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    const { type, code, statusCode, requestId } = error
    const where = [type, code, statusCode, requestId].filter((word) => word !== undefined)
    throw new PaymentUnavailable(`Stripe: ${where.join(' ')}`)
  }
}

function sessionOf(wish: CheckoutWish, price: string): Stripe.Checkout.SessionCreateParams {
  const metadata = { utilisateurId: String(wish.utilisateurId) }
  return {
    mode: 'subscription',
    locale: 'fr',
    line_items: [{ price, quantity: 1 }],
    success_url: wish.successUrl,
    cancel_url: wish.cancelUrl,
    client_reference_id: metadata.utilisateurId,
    subscription_data: { metadata },
    ...(wish.client !== null && { customer: wish.client }),
    ...(wish.client === null && wish.email !== null && { customer_email: wish.email }),
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

/** A browser is sent there: it must be Stripe's, whatever came back. */
function addressOf(text: string | null): string {
  const url = text === null ? null : URL.parse(text)
  const isTheirs = url?.protocol === 'https:' && /(^|\.)stripe\.com$/.test(url.hostname) && !url.username && !url.port
  if (!isTheirs) throw new PaymentUnavailable('Stripe: the answer holds no address of theirs')
  return url.href
}
