import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Stripe } from 'stripe'
import type { StripeSettings } from '#server/payment/paymentSettings.ts'
import type { TestServer } from '#tests/support/serverFixture.ts'

export interface PeerSubscription {
  id: string
  price: string
  status: string
  utilisateurId: string
  /** As the checkout, or the last change by the service, named it; empty when none did. */
  plan: string
  /** The service that sold it; empty when its version named none. */
  service: string
  start: number
  end: number
  cancelAtEnd: boolean
}

export interface Asked {
  readonly call: string
  readonly authorization: string
  readonly form: URLSearchParams
}

const prix = { BASIC: 'price_basic', PREMIUM: 'price_premium', VIP: 'price_vip' }
const webhookSecret = 'whsec_secret_de_test'
const secretKey = 'sk_test_secret_de_test'

/** The used part of Stripe's HTTP API on loopback, and its webhook messages. */
export async function startStripePeer() {
  const asked: Asked[] = []
  const checkouts = new Map<string, URLSearchParams>()
  /** Answers about the pages that were paid, newest first. */
  const paid: ReturnType<typeof sessionAnswer>[] = []
  const subscriptions = new Map<string, PeerSubscription>()
  let broken: unknown = null
  let isBroken: (call: string) => boolean = () => false
  let count = 0
  let given: string | null = null
  /** Awaited before an answer is sent, so that a test can reorder answers. */
  let beforeAnswer: (call: string) => Promise<void> = () => Promise.resolve()

  const answer = (call: string, form: URLSearchParams): unknown => {
    const [, id = ''] = /^(?:GET|POST|DELETE) \/v1\/(?:prices|subscriptions)\/(\w+)$/.exec(call) ?? []
    if (call.startsWith('GET /v1/prices/')) {
      return { id, object: 'price', unit_amount: 1500, currency: 'eur', recurring: { interval: 'month' } }
    }
    if (call === 'POST /v1/checkout/sessions') {
      count += 1
      checkouts.set(`cs_${count}`, form)
      return {
        id: `cs_${count}`,
        object: 'checkout.session',
        url: given ?? `https://checkout.stripe.com/c/pay/cs_${count}`,
      }
    }
    if (call === 'GET /v1/checkout/sessions') {
      const open = Array.from(checkouts, ([cs, page]) => sessionAnswer(cs, page))
      return { object: 'list', has_more: false, data: form.get('status') === 'complete' ? paid : open }
    }
    const [, expired = ''] = /^POST \/v1\/checkout\/sessions\/(\w+)\/expire$/.exec(call) ?? []
    if (checkouts.delete(expired)) return { id: expired, object: 'checkout.session' }
    if (call === 'POST /v1/billing_portal/sessions') {
      const url = given ?? 'https://billing.stripe.com/p/session/test'
      return { id: 'bps_1', object: 'billing_portal.session', url }
    }
    if (call === 'GET /v1/subscriptions') {
      const data = [...subscriptions.values()].map(subscriptionAnswer)
      const isListed = (one: (typeof data)[number]) =>
        one.status !== 'canceled' && one.customer === form.get('customer')
      return { object: 'list', has_more: false, data: data.filter(isListed) }
    }
    const subscription = subscriptions.get(id)
    if (!subscription) return null
    if (call.startsWith('DELETE ')) subscription.status = 'canceled'
    if (form.has('cancel_at_period_end')) subscription.cancelAtEnd = form.get('cancel_at_period_end') === 'true'
    subscription.price = form.get('items[0][price]') ?? subscription.price
    subscription.plan = form.get('metadata[plan]') ?? subscription.plan
    return subscriptionAnswer(subscription)
  }

  const server = createServer((request, response) => {
    const reply = async () => {
      const [path, query = ''] = (request.url ?? '').split('?')
      const call = `${request.method} ${path}`
      const form = new URLSearchParams(query === '' ? await text(request) : query)
      asked.push({ call, authorization: authorizationOf(request), form })
      const body = broken === null && !isBroken(call) ? answer(call, form) : null
      await beforeAnswer(call)
      const error = broken ?? { type: 'invalid_request_error', code: 'resource_missing', message: 'No such thing' }
      response.writeHead(body === null ? 400 : 200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body ?? { error }))
    }
    reply().catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const settings: StripeSettings = {
    secretKey,
    webhookSecret,
    prix,
    api: { host: '127.0.0.1', port, protocol: 'http' },
  }
  return {
    settings,
    /** Variables of a server process that pays by this peer. */
    environment: {
      PAYMENT: '',
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_PRICE_BASIC: prix.BASIC,
      STRIPE_PRICE_PREMIUM: prix.PREMIUM,
      STRIPE_PRICE_VIP: prix.VIP,
      STRIPE_API_PORT: String(port),
    },
    asked,
    subscriptions,
    /** Every call fails with this error of the API. */
    breakWith: (error: unknown) => {
      broken = error
    },
    /** The calls for which this holds fail. */
    breakCall: (fails: typeof isBroken) => {
      isBroken = fails
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
    /** Sets the address that the API reports for its pages; its own when null. */
    giveAddress: (address: string | null) => {
      given = address
    },
    hold: (before: typeof beforeAnswer) => {
      beforeAnswer = before
    },
    /** Completes the payment page. @returns the new subscription */
    pay(address: string, now: Date): PeerSubscription {
      const checkout = address.slice(address.lastIndexOf('/') + 1)
      const form = checkouts.get(checkout)
      if (!form) throw new Error(`${address} is not open`)
      checkouts.delete(checkout)
      count += 1
      const start = Math.floor(now.getTime() / 1000)
      const subscription: PeerSubscription = {
        id: `sub_${count}`,
        price: form.get('line_items[0][price]') ?? '',
        status: 'active',
        utilisateurId: form.get('subscription_data[metadata][utilisateurId]') ?? '',
        plan: form.get('subscription_data[metadata][plan]') ?? '',
        service: form.get('subscription_data[metadata][service]') ?? '',
        start,
        end: start + 30 * 86_400,
        cancelAtEnd: false,
      }
      subscriptions.set(subscription.id, subscription)
      paid.unshift(sessionAnswer(checkout, form, subscription.id))
      return subscription
    },
  }
}

export type StripePeer = Awaited<ReturnType<typeof startStripePeer>>

/** A message about a subscription, as the webhook receives it. */
export function stripeMessage(id: string, subscription: string, type = 'customer.subscription.updated'): string {
  return JSON.stringify({ id, object: 'event', type, data: { object: { id: subscription, object: 'subscription' } } })
}

/** Sends bytes to the webhook, signed with the given secret and time by Stripe's own helper. */
export function tellWebhook(
  server: TestServer,
  body: string,
  { secret = webhookSecret, at = server.clock.now(), signed = body } = {},
) {
  const timestamp = Math.floor(at.getTime() / 1000)
  const signature = Stripe.webhooks.generateTestHeaderString({ payload: signed, secret, timestamp })
  const headers = { 'stripe-signature': signature, 'content-type': 'application/json' }
  return server.call('POST', '/stripe/webhook', { body, headers })
}

function sessionAnswer(id: string, form: URLSearchParams, subscription: string | null = null) {
  const service = form.get('metadata[service]')
  const metadata = service === null ? {} : { service }
  const person = form.get('client_reference_id')
  return { id, object: 'checkout.session', client_reference_id: person, metadata, subscription }
}

function subscriptionAnswer(subscription: PeerSubscription) {
  const { id, price, status, utilisateurId, plan, service, start, end, cancelAtEnd } = subscription
  const item = { id: `si_${id}`, object: 'subscription_item', price: { id: price }, current_period_end: end }
  return {
    id,
    status,
    object: 'subscription',
    customer: `cus_${utilisateurId}`,
    metadata: { utilisateurId, ...(plan !== '' && { plan }), ...(service !== '' && { service }) },
    items: { object: 'list', data: [item] },
    start_date: start,
    ended_at: status === 'canceled' ? end : null,
    cancel_at: null,
    cancel_at_period_end: cancelAtEnd,
  }
}

function authorizationOf({ headers }: IncomingMessage): string {
  return headers.authorization ?? ''
}
