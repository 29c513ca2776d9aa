import { beforeEach, expect, test } from 'vitest'
import { phrases } from '#domain/texte/phrases.ts'
import { startJobs } from '#server/jobs.ts'
import type { PersonneDeTest } from '#tests/support/builders.ts'
import type { TestServer } from '#tests/support/serverFixture.ts'
import { serverWithStripe } from '#tests/support/serverWithStripe.ts'
import { type PeerSubscription, type StripePeer, stripeMessage, tellWebhook } from '#tests/support/stripePeer.ts'

const day = 86_400_000
const home = '/dashboard-organisateur/abonnement'
let peer: StripePeer
let server: TestServer
let claire: PersonneDeTest
let subscription: PeerSubscription

const post = (path: string, body: object) => server.call('POST', path, { token: claire.token, body })
const checkout = () => post('/stripe/checkout/create', { successUrl: `${home}/succes`, cancelUrl: home, plan: 'BASIC' })
const row = () =>
  server.parts.database
    .selectFrom('abonnement')
    .select(['plan', 'statut', 'reference', 'dateExpiration'])
    .executeTakeFirstOrThrow()
const set = (change: { statut: 'EXPIRE' | 'ACTIF'; reference?: string }) =>
  server.parts.database.updateTable('abonnement').set(change).execute()

beforeEach(async () => {
  ;({ peer, server, claire } = await serverWithStripe())
  const { checkout_url } = (await checkout()).json<{ checkout_url: string }>()
  subscription = peer.pay(checkout_url, server.clock.now())
  await tellWebhook(server, stripeMessage('evt_1', subscription.id))
})

/** Runs every job once, also those that call Stripe. */
const runAllJobs = () => startJobs(server.parts, server.app.log).stop()

test('sells no second subscription when the message of the first one was lost', async () => {
  await set({ statut: 'EXPIRE' })
  expect((await checkout()).json()).toMatchObject({ code: 'abonnement.deja_actif' })
  expect(await row()).toMatchObject({ statut: 'ACTIF', reference: subscription.id })
})

test('writes nothing when Stripe reports the state that is stored', async () => {
  const written = () => server.parts.database.selectFrom('avisPaiement').select('avis').execute()
  expect((await checkout()).json()).toMatchObject({ code: 'abonnement.deja_actif' })
  expect(peer.asked.at(-2)?.call).toBe(`GET /v1/subscriptions/${subscription.id}`)
  expect(await written()).toEqual([{ avis: 'evt_1' }])
})

test('changes the plan of a subscription whose message was lost', async () => {
  await set({ statut: 'EXPIRE' })
  const answer = await post('/stripe/abonnement/change', { plan: 'VIP' })
  expect(answer.json()).toEqual({ success: true, message: expect.any(String) })
  expect(subscription).toMatchObject({ price: 'price_vip' })
})

test('finds another running subscription of the customer', async () => {
  const old = { ...subscription, id: 'sub_old', status: 'canceled' }
  peer.subscriptions.set(old.id, old)
  await set({ statut: 'EXPIRE', reference: old.id })
  expect((await checkout()).json()).toMatchObject({ code: 'abonnement.deja_actif' })
  expect(await row()).toMatchObject({ statut: 'ACTIF', reference: subscription.id })
})

test('sells a subscription when the message of the end of the last one was lost', async () => {
  subscription.status = 'canceled'
  expect((await checkout()).json()).toMatchObject({ success: true })
  expect(await row()).toMatchObject({ statut: 'ANNULE' })
})

test('sells nothing while Stripe does not answer', async () => {
  await set({ statut: 'EXPIRE' })
  peer.breakWith({ type: 'authentication_error' })
  expect((await checkout()).json()).toMatchObject({ message: phrases.checkoutErreur })
  expect(peer.asked.at(-1)?.call).toBe(`GET /v1/subscriptions/${subscription.id}`)
})

test('sells no second subscription when the message of the first purchase was lost', async () => {
  await server.parts.database.deleteFrom('abonnement').execute()
  await server.parts.database.deleteFrom('avisPaiement').execute()
  expect((await checkout()).json()).toMatchObject({ code: 'abonnement.deja_actif' })
  expect(await row()).toMatchObject({ plan: 'BASIC', statut: 'ACTIF', reference: subscription.id })
})

test('sells a subscription when Stripe does not know the one before', async () => {
  await set({ statut: 'EXPIRE' })
  peer.subscriptions.clear()
  expect((await checkout()).json()).toMatchObject({ success: true })
})

test('asks for a renewal before a subscription expires', async () => {
  server.clock.advance(33 * day)
  subscription.end += 30 * 86_400
  await runAllJobs()
  const dateExpiration = new Date(subscription.end * 1000).toISOString()
  expect(await row()).toMatchObject({ statut: 'ACTIF', dateExpiration })
})

test('ends a subscription that Stripe did not renew, once Stripe answers', async () => {
  server.clock.advance(33 * day)
  peer.breakWith({ type: 'authentication_error' })
  await runAllJobs()
  expect(await row()).toMatchObject({ statut: 'ACTIF' })
  peer.breakWith(null)
  await runAllJobs()
  expect(await row()).toMatchObject({ statut: 'EXPIRE' })
})
