import { Stripe } from 'stripe'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { phrases } from '#domain/texte/phrases.ts'
import { cancelOfErased } from '#server/abonnement/erasedOrganisateur.ts'
import { applyNotice } from '#server/abonnement/paymentNotice.ts'
import { stripePayment } from '#server/payment/stripePayment.ts'
import { type PersonneDeTest, unOrganisateur, unUtilisateur } from '#tests/support/builders.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'
import { serverWithStripe } from '#tests/support/serverWithStripe.ts'
import { type PeerSubscription, type StripePeer, stripeMessage, tellWebhook } from '#tests/support/stripePeer.ts'

let peer: StripePeer
let server: TestServer
let claire: PersonneDeTest
let subscription: PeerSubscription

beforeEach(async () => {
  ;({ peer, server, claire } = await serverWithStripe())
  subscription = await paid()
})

const addresses = {
  successUrl: '/dashboard-organisateur/abonnement/succes?session_id={CHECKOUT_SESSION_ID}',
  cancelUrl: '/dashboard-organisateur/abonnement',
}
async function paid(): Promise<PeerSubscription> {
  const body = { ...addresses, plan: 'BASIC' }
  const answer = await server.call('POST', '/stripe/checkout/create', { token: claire.token, body })
  return peer.pay(answer.json<{ checkout_url: string }>().checkout_url, server.clock.now())
}
const tell = (avis: string, type = 'customer.subscription.updated') =>
  tellWebhook(server, stripeMessage(avis, subscription.id, type))
const rows = () => server.parts.database.selectFrom('abonnement').select(['plan', 'statut', 'renouvele']).execute()
const effects = async () =>
  (
    await server.parts.database
      .selectFrom('audit')
      .select('id')
      .where('action', '=', 'abonnement/fournisseur')
      .execute()
  ).length

test('sends Stripe the price, the person and our addresses, and the key only in the header', async () => {
  const { form, authorization } = peer.asked.find(({ call }) => call === 'POST /v1/checkout/sessions') ?? {}
  expect(Object.fromEntries(form ?? [])).toMatchObject({
    mode: 'subscription',
    'line_items[0][price]': 'price_basic',
    customer_email: claire.email,
    client_reference_id: String(claire.id),
    'subscription_data[metadata][utilisateurId]': String(claire.id),
    success_url: 'http://eclats.test/dashboard-organisateur/abonnement/succes?session_id={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://eclats.test/dashboard-organisateur/abonnement',
  })
  expect(authorization).toBe(`Bearer ${peer.settings.secretKey}`)
})

test('does not send Stripe an unconfirmed address of the organiser', async () => {
  const { token, id } = await unUtilisateur(server, { role: 'ORGANISATEUR', confirme: false })
  const body = { ...addresses, plan: 'BASIC' }
  expect((await server.call('POST', '/stripe/checkout/create', { token, body })).statusCode).toBe(200)
  const { form } = peer.asked.findLast(({ call }) => call === 'POST /v1/checkout/sessions') ?? {}
  expect(Object.fromEntries(form ?? [])).toMatchObject({ client_reference_id: String(id) })
  expect(form?.has('customer_email')).toBe(false)
})

test('applies a message once when it is repeated, also twenty times concurrently', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => tell('evt_1')))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200))
  expect((await tell('evt_1')).json()).toEqual({ received: true })
  expect(await rows()).toEqual([{ plan: 'BASIC', statut: 'ACTIF', renouvele: 1 }])
  expect(await effects()).toBe(1)
})

test('keeps the newest state when messages arrive out of order', async () => {
  subscription.status = 'canceled'
  expect((await tell('evt_2', 'customer.subscription.deleted')).statusCode).toBe(200)
  expect((await tell('evt_1', 'customer.subscription.created')).statusCode).toBe(200)
  expect(await rows()).toMatchObject([{ statut: 'ANNULE' }])
})

test('does not overwrite a newer state with an answer that was requested earlier', async () => {
  const held = Promise.withResolvers<void>()
  let waiting = 0
  peer.hold(async (call) => {
    if (call.startsWith('GET /v1/subscriptions/')) waiting += 1
    if (waiting === 1) await held.promise
  })
  const first = tell('evt_1')
  await expect.poll(() => waiting).toBe(1)
  waiting = 2
  subscription.status = 'past_due'
  await tell('evt_2')
  expect(await rows()).toMatchObject([{ statut: 'SUSPENDU' }])
  held.resolve()
  expect((await first).statusCode).toBe(200)
  expect(await rows()).toMatchObject([{ statut: 'SUSPENDU' }])
})

test('ignores a changed body, an expired signature and a foreign signature', async () => {
  const body = stripeMessage('evt_1', subscription.id)
  const old = new Date(server.clock.now().getTime() - 301_000)
  const answers = [
    await tellWebhook(server, `${body} `, { signed: body }),
    await tellWebhook(server, body, { at: old }),
    await tellWebhook(server, body, { secret: 'whsec_autre' }),
    await server.call('POST', '/stripe/webhook', { body, headers: { 'content-type': 'application/json' } }),
  ]
  for (const answer of answers) {
    expect(answer.json()).toMatchObject({ code: 'abonnement.signature' })
    expect(answer.statusCode).toBe(400)
  }
  expect(await rows()).toEqual([])
  expect((await tellWebhook(server, body)).statusCode).toBe(200)
  expect(await effects()).toBe(1)
})

test('asks Stripe to repeat a message while its API does not answer, then applies it', async () => {
  peer.breakWith({ type: 'authentication_error', message: `Invalid API Key provided: ${peer.settings.secretKey}` })
  const refused = await tell('evt_1')
  expect(refused.statusCode).toBe(503)
  expect(await rows()).toEqual([])
  peer.breakWith(null)
  expect((await tell('evt_1')).statusCode).toBe(200)
  expect(await rows()).toMatchObject([{ statut: 'ACTIF' }])
})

test('returns the specified error of each call while Stripe does not answer, and logs no secret', async () => {
  await tell('evt_1')
  peer.breakWith({ type: 'authentication_error', message: `Invalid API Key provided: ${peer.settings.secretKey}` })
  const { token } = claire
  const plans = await server.call('GET', '/stripe/plans', { token })
  expect(plans.statusCode).toBe(502)
  expect(plans.json()).toMatchObject({ message: "Impossible de charger les plans d'abonnement." })
  const portal = await server.call('POST', '/stripe/portal', { token })
  expect(portal.json()).toMatchObject({
    message: "Impossible d'accéder au portail de gestion de l'abonnement.",
  })
  const change = await server.call('POST', '/stripe/abonnement/change', { token, body: { plan: 'VIP' } })
  expect(change.json()).toMatchObject({
    message: 'Impossible de créer la session de paiement pour le changement de plan. Veuillez réessayer.',
  })
  const cancel = await server.call('POST', '/stripe/abonnement/annuler', { token })
  expect(cancel.json()).toMatchObject({ message: "Impossible d'annuler l'abonnement. Veuillez réessayer." })
  const other = await unOrganisateur(server)
  const checkout = await server.call('POST', '/stripe/checkout/create', { token: other.token, body: addresses })
  expect(checkout.json()).toMatchObject({
    message: 'Impossible de créer la session de paiement. Veuillez réessayer.',
  })
  const log = server.logs.join('')
  expect(log).toContain('Stripe: ')
  expect(log).not.toContain('secret_de_test')
  expect(log).not.toContain(claire.email)
  peer.breakWith(null)
  expect((await server.call('GET', '/stripe/plans', { token })).statusCode).toBe(200)
})

test('ignores a foreign subscription in the same Stripe account', async () => {
  subscription.utilisateurId = ''
  expect((await tell('evt_1')).statusCode).toBe(200)
  subscription.utilisateurId = '987654'
  expect((await tell('evt_2')).statusCode).toBe(200)
  expect((await tellWebhook(server, stripeMessage('evt_3', 'cus_1', 'customer.updated'))).statusCode).toBe(200)
  expect(await rows()).toEqual([])
})

test('ignores a subscription that another service sold with the same Stripe account', async () => {
  subscription.service = 'https://essai.test'
  expect((await tell('evt_1')).statusCode).toBe(200)
  expect(await rows()).toEqual([])
  // Sold before the service was named.
  subscription.service = ''
  expect((await tell('evt_2')).statusCode).toBe(200)
  expect(await rows()).toMatchObject([{ plan: 'BASIC', statut: 'ACTIF' }])
})

test('follows its subscriptions after it has moved to another address', async () => {
  expect(subscription.service).toBe('http://eclats.test')
  await tell('evt_1')
  subscription.service = 'http://ancienne.test'
  subscription.status = 'past_due'
  expect((await tell('evt_2')).statusCode).toBe(200)
  expect(await rows()).toMatchObject([{ statut: 'SUSPENDU' }])
})

test('uses the active one of two subscriptions, in any order of messages', async () => {
  const first = subscription
  server.clock.advance(60_000)
  first.status = 'canceled'
  const second = await paid()
  second.price = 'price_vip'
  await tellWebhook(server, stripeMessage('evt_1', second.id))
  await tellWebhook(server, stripeMessage('evt_2', first.id))
  expect(await rows()).toMatchObject([{ plan: 'VIP', statut: 'ACTIF' }])
})

test('keeps the plan of a subscription whose price was replaced, and moves its end', async () => {
  await tell('evt_1')
  // By Stripe's own page, which does not change what was bought.
  subscription.price = 'price_vip'
  await tell('evt_2')
  subscription.price = 'price_vip_of_last_year'
  subscription.end += 30 * 86_400
  expect((await tell('evt_3')).statusCode).toBe(200)
  const dateExpiration = new Date(subscription.end * 1000).toISOString()
  const ends = server.parts.database.selectFrom('abonnement').select(['plan', 'statut', 'dateExpiration'])
  expect(await ends.execute()).toEqual([{ plan: 'VIP', statut: 'ACTIF', dateExpiration }])
})

test('gives the plan that was bought when its price is replaced before the first message', async () => {
  subscription.price = 'price_basic_of_last_year'
  const notice = { avis: 'evt_1', reference: subscription.id }
  const bought = subscription.plan
  subscription.plan = ''
  await expect(applyNotice(server.parts, notice)).rejects.toThrow('its price belongs to no plan')
  expect(await rows()).toEqual([])
  subscription.plan = bought
  expect((await tell('evt_1')).statusCode).toBe(200)
  expect(await rows()).toMatchObject([{ plan: 'BASIC', statut: 'ACTIF' }])
})

test('cancels a subscription whose payment waits at once, and at the end of its period one that is paid', async () => {
  await tell('evt_1')
  const cancel = () => server.call('POST', '/stripe/abonnement/annuler', { token: claire.token })
  expect((await cancel()).statusCode).toBe(200)
  expect(subscription).toMatchObject({ status: 'active', cancelAtEnd: true })
  Object.assign(subscription, { status: 'past_due', cancelAtEnd: false })
  await tell('evt_2')
  expect(await rows()).toEqual([{ plan: 'BASIC', statut: 'SUSPENDU', renouvele: 1 }])
  expect((await cancel()).statusCode).toBe(200)
  expect(subscription.status).toBe('canceled')
  await tell('evt_3', 'customer.subscription.deleted')
  expect(await rows()).toEqual([{ plan: 'BASIC', statut: 'ANNULE', renouvele: 0 }])
  expect((await server.call('POST', '/stripe/abonnement/annuler', { token: claire.token })).statusCode).toBe(404)
})

test('names the new plan in a subscription that is changed', async () => {
  await tell('evt_1')
  const body = { plan: 'VIP' }
  expect((await server.call('POST', '/stripe/abonnement/change', { token: claire.token, body })).statusCode).toBe(200)
  expect(subscription).toMatchObject({ price: 'price_vip', plan: 'VIP' })
})

test.each(['https://mechant.test/', 'http://checkout.stripe.com/', 'https://stripe.com.mechant.test/', 'javascript:1'])(
  'rejects %s as a payment page because it is not on Stripe',
  async (address) => {
    peer.giveAddress(address)
    const other = await unOrganisateur(server)
    const answer = await server.call('POST', '/stripe/checkout/create', { token: other.token, body: addresses })
    expect(answer.statusCode).toBe(502)
    expect(answer.json()).toMatchObject({ code: 'abonnement.checkout_adresse', message: phrases.checkoutUrlInvalide })
    expect(answer.body).not.toContain(address)
    await tell('evt_1')
    const portal = await server.call('POST', '/stripe/portal?return_url=/dashboard-organisateur/abonnement', {
      token: claire.token,
    })
    expect(portal.statusCode).toBe(502)
    expect(portal.json()).toMatchObject({ code: 'abonnement.portail_adresse', message: phrases.portailUrlInvalide })
  },
)

test('cancels the subscription of a deleted account, also when Stripe does not answer at first', async () => {
  await tell('evt_1')
  const admin = await unUtilisateur(server, { role: 'ADMINISTRATEUR' })
  const gone = await server.call('DELETE', `/users/${claire.id}`, { token: admin.token })
  expect(gone.statusCode).toBe(200)
  peer.breakWith({ type: 'api_error' })
  await expect(cancelOfErased(server.parts)).rejects.toThrow('Stripe: ')
  expect(subscription.cancelAtEnd).toBe(false)
  peer.breakWith(null)
  await cancelOfErased(server.parts)
  expect(subscription.cancelAtEnd).toBe(true)
  const calls = peer.asked.length
  await cancelOfErased(server.parts)
  expect(peer.asked).toHaveLength(calls)
})

test('verifies the signed bytes over a real connection', async () => {
  const listening = await startTestServer({
    parts: { payment: stripePayment(peer.settings, 'http://eclats.test') },
    listen: true,
  })
  onTestFinished(() => listening.stop())
  const body = JSON.stringify(JSON.parse(stripeMessage('evt_1', 'sub_0')), null, 2).replace('sub_0', 'é\u00e9')
  const timestamp = Math.floor(listening.clock.now().getTime() / 1000)
  const secret = peer.settings.webhookSecret
  const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp })
  const headers = { 'stripe-signature': signature, 'content-type': 'application/json' }
  const send = (bytes: string) =>
    fetch(`${listening.address}/api/stripe/webhook`, { method: 'POST', headers, body: bytes })
  // A signed message about a subscription that Stripe does not know.
  expect((await send(body)).status).toBe(503)
  expect((await send(body.replace('é', 'è'))).status).toBe(400)
})

test('refuses an endless body', async () => {
  const body = JSON.stringify({ id: 'evt_1', fill: 'x'.repeat(300_000) })
  expect((await tellWebhook(server, body)).statusCode).toBe(413)
})
