import { Socket } from 'node:net'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Plan } from '#domain/abonnement/abonnement.ts'
import { createEvenement } from '#server/evenement/evenement.usecases.ts'
import { runJobs } from '#server/jobs.ts'
import { stripePayment } from '#server/payment/stripePayment.ts'
import {
  type PersonneDeTest,
  unAbonnement,
  uneInscription,
  unOrganisateur,
  unUtilisateur,
} from '#tests/support/builders.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'
import { startStripePeer } from '#tests/support/stripePeer.ts'

const day = 86_400_000
const home = '/dashboard-organisateur/abonnement'
const addresses = { successUrl: `${home}/succes`, cancelUrl: home }
let server: TestServer
let claire: PersonneDeTest
beforeEach(async () => {
  server = await startTestServer()
  onTestFinished(() => server.stop())
  claire = await unOrganisateur(server)
})

const post = (path: string, body?: object) => server.call('POST', path, { token: claire.token, body })
const page = (method: 'GET' | 'POST', address: string) =>
  server.app.inject({ method, url: address.replace('http://eclats.test', '') })
const statut = async () =>
  (await server.call('GET', '/stripe/abonnement', { token: claire.token })).json<{ abonnement: { statut: string }[] }>()
    .abonnement[0]?.statut
async function checkout(plan: Plan = 'BASIC'): Promise<string> {
  return (await post('/stripe/checkout/create', { ...addresses, plan })).json<{ checkout_url: string }>().checkout_url
}
async function portal(): Promise<string> {
  return (await post('/stripe/portal')).json<{ portal_url: string }>().portal_url
}
const form = {
  description: 'Au bord du lac',
  lieu: 'Annecy',
  dateDebut: '2026-07-01T14:00:00.000Z',
  dateFin: '2026-07-02T02:00:00.000Z',
}
const create = (titre: string) => post('/frontend/organisateur/evenements', { ...form, titre })

/** Calls the use case directly: verification of the token would serialise the requests. */
async function createAtOnce(many: number): Promise<number> {
  const acteur = {
    ...claire,
    role: 'ORGANISATEUR',
    emailConfirme: true,
    invite: false,
    credential: { kind: 'server' },
  } as const
  const input = { ...form, titre: 'Fête', capaciteMax: undefined, visibilite: 'PRIVE' } as const
  const all = await Promise.allSettled(
    Array.from({ length: many }, () => createEvenement(server.parts, { acteur, input })),
  )
  const refusals = all.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  for (const refusal of refusals) expect(refusal).toMatchObject({ code: 'evenement.quota_atteint' })
  return many - refusals.length
}

test('never exceeds the plan when fifty events are created concurrently, also during a purchase', async () => {
  const address = await checkout('BASIC')
  const [made] = await Promise.all([createAtOnce(50), page('POST', address)])
  expect(made).toBeGreaterThanOrEqual(1)
  expect(made).toBeLessThanOrEqual(3)
  expect(made + (await createAtOnce(50))).toBe(3)
  expect(await createAtOnce(1)).toBe(0)
})

test('keeps existing events after a downgrade and refuses new ones', async () => {
  await unAbonnement(server, claire.id, 'BASIC')
  const [fete] = await Promise.all([create('Fête'), create('Bal'), create('Noces')])
  const { id } = fete.json<{ id: number }>()
  const path = `/frontend/organisateur/evenements/${id}`
  for (let at = 0; at < 30; at += 1) {
    await uneInscription(server, { evenementId: id, utilisateurId: (await unUtilisateur(server)).id })
  }
  expect((await post('/stripe/abonnement/annuler')).statusCode).toBe(200)
  expect(await statut()).toBe('ANNULE')
  const put = (body: object) => server.call('PUT', `${path}/statut`, { token: claire.token, body })
  const events = await server.call('GET', '/frontend/organisateur/evenements', { token: claire.token })
  expect(events.json()).toHaveLength(3)
  expect((await put({ statut: 'EN_COURS' })).statusCode).toBe(200)
  const people = await server.call('GET', `${path}/participants`, { token: claire.token })
  expect(people.json()).toHaveLength(30)
  const guest = await unUtilisateur(server)
  expect((await post(`${path}/inviter`, { email: guest.email })).json()).toMatchObject({ code: 'invitation.quota' })
  expect((await create('Encore')).json()).toMatchObject({ code: 'evenement.quota_atteint' })
  expect((await put({ statut: 'TERMINE' })).statusCode).toBe(200)
  // The plan limits creation; changing a statut is free (product 16).
  expect((await put({ statut: 'PLANIFIE' })).statusCode).toBe(200)
  expect((await create('Encore')).json()).toMatchObject({ code: 'evenement.quota_atteint' })
})

test('ends a subscription at its end date and archives it a year later', async () => {
  await page('POST', await checkout())
  server.clock.advance(30 * day - 1)
  await runJobs(server.parts)
  const seen = [await row()]
  server.clock.advance(1)
  await runJobs(server.parts)
  seen.push(await row())
  server.clock.advance(365 * day)
  await runJobs(server.parts)
  seen.push(await row())
  expect(seen).toEqual(['ACTIF', 'EXPIRE', 'ACHIVE'])
})

test('keeps a renewing subscription for three more days, because the notice of renewal may be late', async () => {
  await unAbonnement(server, claire.id, 'VIP')
  const dateExpiration = server.clock.now().toISOString()
  await server.parts.database.updateTable('abonnement').set({ dateExpiration, renouvele: 1 }).execute()
  server.clock.advance(3 * day - 1)
  await runJobs(server.parts)
  expect(await row()).toBe('ACTIF')
  server.clock.advance(1)
  await runJobs(server.parts)
  expect(await row()).toBe('EXPIRE')
})

async function row(): Promise<string | undefined> {
  return (await server.parts.database.selectFrom('abonnement').select('statut').executeTakeFirst())?.statut
}

test('shows a payment page without script that states that nothing is charged, and is idempotent', async () => {
  const address = await checkout('PREMIUM')
  const shown = await page('GET', address)
  expect(shown.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
  expect(shown.body).toContain("rien n'est payé")
  expect(shown.body).toContain('Les prix sont des exemples.')
  expect(shown.body).toContain(`href="http://eclats.test${home}"`)
  expect(shown.body).toMatch(/Plan Premium<.*>29,00\s€ pour 30 jours/)
  expect(shown.body).not.toContain('<script')
  expect((await server.call('GET', '/stripe/abonnement', { token: claire.token })).statusCode).toBe(404)
  for (let times = 0; times < 2; times += 1) {
    const sent = await page('POST', address)
    expect([sent.statusCode, sent.headers.location]).toEqual([303, `http://eclats.test${home}/succes`])
  }
  const effects = await server.parts.database.selectFrom('audit').select('id').execute()
  expect(effects).toHaveLength(1)
})

test('changes the plan and ends the subscription on the subscription page', async () => {
  await page('POST', await checkout())
  const address = await portal()
  const shown = await page('GET', address)
  expect(shown.body).toContain('Passer au plan VIP')
  expect(shown.body).not.toContain('Passer au plan Basic')
  expect(shown.body).not.toContain('<script')
  expect((await page('POST', `${address}&action=VIP`)).statusCode).toBe(303)
  expect((await server.call('GET', '/stripe/plans', { token: claire.token })).json()).toMatchObject({
    current_plan: 'VIP',
  })
  await page('POST', `${address}&action=ANNULER`)
  expect(await statut()).toBe('ANNULE')
  expect((await page('GET', address)).body).toContain('Cet abonnement est terminé.')
})

test('gives a page an unguessable address for that page only, valid for an hour', async () => {
  const address = await checkout()
  const jeton = address.slice(address.indexOf('=') + 1)
  const opens = async (path: string) => (await server.call('GET', path)).statusCode
  expect(await opens(`/stripe/demonstration/portail?jeton=${jeton}`)).toBe(404)
  expect(await opens(`/stripe/demonstration/checkout?jeton=${jeton.slice(0, -1)}`)).toBe(404)
  const [, signature] = jeton.split('.')
  const forged = Buffer.from(JSON.stringify({ genre: 'checkout', utilisateurId: claire.id, plan: 'VIP' }))
  expect(await opens(`/stripe/demonstration/checkout?jeton=${forged.toString('base64url')}.${signature}`)).toBe(404)
  expect(await opens(`/stripe/demonstration/checkout?jeton=${jeton}`)).toBe(200)
  server.clock.advance(3_600_000)
  expect(await opens(`/stripe/demonstration/checkout?jeton=${jeton}`)).toBe(404)
})

test('refuses an external address in every call that takes one', async () => {
  const outside = 'https://mechant.test/'
  await page('POST', await checkout())
  const answers = [
    await post('/stripe/checkout/create', { ...addresses, successUrl: outside }),
    await post('/stripe/checkout/create', { ...addresses, cancelUrl: outside }),
    await post(`/stripe/portal?return_url=${encodeURIComponent(outside)}`),
  ]
  for (const answer of answers) expect(answer.json()).toMatchObject({ code: 'abonnement.adresse' })
  expect((await post('/stripe/checkout/create', {})).statusCode).toBe(400)
  expect((await post('/stripe/checkout/create', { ...addresses, plan: 'FREEMIUM' })).statusCode).toBe(400)
})

test('sends no request when no key is configured', async () => {
  const connect = vi.spyOn(Socket.prototype, 'connect')
  onTestFinished(() => connect.mockRestore())
  await server.call('GET', '/stripe/plans', { token: claire.token })
  await page('POST', await checkout())
  await page('GET', await portal())
  await post('/stripe/abonnement/change', { plan: 'VIP' })
  await post('/stripe/abonnement/annuler')
  await runJobs(server.parts)
  expect(connect).not.toHaveBeenCalled()
  // Proves that the check can fail: with a key a request is sent.
  const peer = await startStripePeer()
  onTestFinished(peer.close)
  await stripePayment(peer.settings, 'http://eclats.test').tarifs()
  expect(connect).toHaveBeenCalled()
})

test('has no demonstration pages with an external provider', async () => {
  const address = await checkout()
  const peer = await startStripePeer()
  onTestFinished(peer.close)
  const other = await startTestServer({ parts: { payment: stripePayment(peer.settings, 'http://eclats.test') } })
  onTestFinished(() => other.stop())
  const jeton = address.slice(address.indexOf('=') + 1)
  expect((await other.call('GET', `/stripe/demonstration/checkout?jeton=${jeton}`)).statusCode).toBe(404)
})

test('limits payment pages to thirty per hour', async () => {
  for (let times = 0; times < 30; times += 1) await checkout()
  const refused = await post('/stripe/checkout/create', addresses)
  expect(refused.statusCode).toBe(429)
  expect(refused.headers['retry-after']).toBe('3600')
})

test('sells and grants no plan when no provider is configured', async () => {
  const closed = await startTestServer({ payment: 'none' })
  onTestFinished(() => closed.stop())
  const { token, id } = await unOrganisateur(closed)
  const { plans_disponibles } = (await closed.call('GET', '/stripe/plans', { token })).json<{
    plans_disponibles: { plan: string; tarif: unknown }[]
  }>()
  expect(plans_disponibles.map(({ tarif }) => tarif)).toEqual([null, null, null, null])
  const body = {
    plan: 'VIP',
    successUrl: '/dashboard-organisateur/abonnement/succes',
    cancelUrl: '/dashboard-organisateur/abonnement',
  }
  for (const path of ['/stripe/checkout/create', '/stripe/abonnement/change']) {
    const refused = await closed.call('POST', path, { token, body })
    expect(refused.json()).toEqual({ message: "Ce service ne vend pas d'abonnement.", code: 'abonnement.ferme' })
  }
  expect((await closed.call('GET', '/stripe/demonstration/checkout?jeton=x')).statusCode).toBe(404)
  const rows = await closed.parts.database
    .selectFrom('abonnement')
    .where('utilisateurId', '=', id)
    .selectAll()
    .execute()
  expect(rows).toEqual([])
})
