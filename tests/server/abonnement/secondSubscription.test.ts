import { beforeEach, expect, test } from 'vitest'
import { type PersonneDeTest, unOrganisateur } from '#tests/support/builders.ts'
import type { TestServer } from '#tests/support/serverFixture.ts'
import { serverWithStripe } from '#tests/support/serverWithStripe.ts'
import { type PeerSubscription, type StripePeer, stripeMessage, tellWebhook } from '#tests/support/stripePeer.ts'

const home = '/dashboard-organisateur/abonnement'
let peer: StripePeer
let server: TestServer
let claire: PersonneDeTest

beforeEach(async () => {
  ;({ peer, server, claire } = await serverWithStripe())
})

async function checkout({ token } = claire): Promise<string> {
  const body = { successUrl: `${home}/succes`, cancelUrl: home, plan: 'BASIC' }
  return (await server.call('POST', '/stripe/checkout/create', { token, body })).json<{ checkout_url: string }>()
    .checkout_url
}
let sent = 0
const sendNotice = ({ id }: PeerSubscription) => tellWebhook(server, stripeMessage(`evt_${(sent += 1)}`, id))
const reference = async () =>
  (await server.parts.database.selectFrom('abonnement').select('reference').executeTakeFirst())?.reference
const cancelled = () => [...peer.subscriptions.values()].filter(({ cancelAtEnd }) => cancelAtEnd).map(({ id }) => id)

/** Two subscriptions that were paid at the same time. @param seconds between their payments */
async function paidTwice(seconds = 60): Promise<{ older: PeerSubscription; younger: PeerSubscription }> {
  const older = peer.pay(await checkout(), server.clock.now())
  const id = `${older.id}_younger`
  const younger = { ...older, id, start: older.start + seconds, end: older.end + seconds }
  server.clock.advance(60_000)
  peer.subscriptions.set(id, younger)
  return { older, younger }
}

test("ends a person's open payment page when a new one is made, and no other", async () => {
  const bruno = await unOrganisateur(server)
  const theirs = await checkout(bruno)
  const first = await checkout()
  const second = await checkout()
  expect(() => peer.pay(first, server.clock.now())).toThrow('is not open')
  expect(peer.pay(second, server.clock.now()).utilisateurId).toBe(String(claire.id))
  expect(peer.pay(theirs, server.clock.now()).utilisateurId).toBe(String(bruno.id))
})

test.each([
  ['is replaced', ['older', 'younger'] as const],
  ['is reported last', ['younger', 'older'] as const],
])('cancels the renewal of the older of two paid subscriptions when it %s', async (_when, order) => {
  const both = await paidTwice()
  for (const which of order) expect((await sendNotice(both[which])).statusCode).toBe(200)
  expect(cancelled()).toEqual([both.older.id])
  expect(await reference()).toBe(both.younger.id)
  // Stripe reports the cancellation.
  await sendNotice(both.older)
  await sendNotice(both.younger)
  expect(cancelled()).toEqual([both.older.id])
})

test.each([[['older', 'younger'] as const], [['younger', 'older'] as const]])(
  'keeps the same one of two that were paid in the same second when they are reported in the order %j',
  async (order) => {
    const both = await paidTwice(0)
    for (const which of order) await sendNotice(both[which])
    // Stripe reports the cancellation.
    for (const which of ['older', 'younger'] as const) await sendNotice(both[which])
    await sendNotice(both.older)
    expect(cancelled()).toEqual([both.older.id])
    expect(await reference()).toBe(both.younger.id)
  },
)

test('cancels one of two that are reported at the same moment', async () => {
  const { older, younger } = await paidTwice()
  const answers = await Promise.all([sendNotice(older), sendNotice(younger), sendNotice(older), sendNotice(younger)])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
  expect(cancelled()).toEqual([older.id])
  expect(await reference()).toBe(younger.id)
})

test('tries again when Stripe does not answer', async () => {
  const { older, younger } = await paidTwice()
  await sendNotice(older)
  const message = stripeMessage('evt_again', younger.id)
  peer.breakCall((call) => call === `POST /v1/subscriptions/${older.id}`)
  expect((await tellWebhook(server, message)).statusCode).toBe(503)
  expect(await reference()).toBe(older.id)
  peer.breakCall(() => false)
  expect((await tellWebhook(server, message)).statusCode).toBe(200)
  expect(cancelled()).toEqual([older.id])
  expect(await reference()).toBe(younger.id)
})

test.each([
  ['the older one may be of another service', ({ older }) => (older.service = '')],
  ['the younger one may be of another service', ({ younger }) => (younger.service = '')],
  ['the younger one is of another service', ({ younger }) => (younger.service = 'https://essai.test')],
  ['the younger one is not renewed', ({ younger }) => (younger.cancelAtEnd = true)],
  ['the younger one waits for its payment', ({ younger }) => (younger.status = 'incomplete')],
] as [string, (both: Awaited<ReturnType<typeof paidTwice>>) => unknown][])(
  'cancels nothing when %s',
  async (_why, change) => {
    const both = await paidTwice()
    change(both)
    await sendNotice(both.older)
    await sendNotice(both.younger)
    await sendNotice(both.older)
    expect(peer.asked.filter(({ form }) => form.has('cancel_at_period_end'))).toEqual([])
  },
)

test('cancels nothing when the stored subscription has ended without a message', async () => {
  const { older, younger } = await paidTwice()
  await sendNotice(younger)
  younger.status = 'canceled'
  await sendNotice(older)
  expect(cancelled()).toEqual([])
})
