import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { AppareilConnecte } from '#domain/utilisateur/appareil.ts'
import { forgetExpired } from '#server/session/expired.ts'
import {
  motDePasseDeTest,
  type PersonneDeTest,
  unAdministrateur,
  unEvenement,
  uneInscription,
  unOrganisateur,
  unUtilisateur,
} from '#tests/support/builders.ts'
import { jtiOf } from '#tests/support/races.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

const minute = 60_000
const phone =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'
const laptop = 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0'

let server: TestServer
let lea: PersonneDeTest
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  lea = await unUtilisateur(server)
})
afterAll(() => server.stop())

interface SignedIn {
  readonly token: string
  readonly cookie: string
}

async function signIn(userAgent: string, seSouvenir = false): Promise<SignedIn> {
  const body = { email: lea.email, password: motDePasseDeTest, seSouvenir }
  const answer = await server.call('POST', '/auth/login', { body, headers: { 'user-agent': userAgent } })
  return { token: answer.json<{ token: string }>().token, cookie: cookieOf(answer.headers['set-cookie']) }
}
const cookieOf = (header: unknown) => String(header).split(';')[0] ?? ''
const renew = async ({ cookie }: SignedIn, userAgent = phone): Promise<SignedIn & { status: number }> => {
  const answer = await server.call('POST', '/auth/session', { headers: { cookie, 'user-agent': userAgent } })
  const { token = '' } = answer.json<{ token?: string }>()
  return { status: answer.statusCode, token, cookie: cookieOf(answer.headers['set-cookie']) }
}
const list = async ({ token }: { token: string }) =>
  (await server.call('GET', '/auth/appareils', { token })).json<AppareilConnecte[]>()
const status = async ({ token }: { token: string }) => (await server.call('GET', '/auth/me', { token })).statusCode
const end = ({ token }: { token: string }, id: string) => server.call('DELETE', `/auth/appareils/${id}`, { token })
const endOthers = ({ token }: { token: string }) => server.call('DELETE', '/auth/appareils', { token })

const keys = { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) }
let subscriptions = 0
async function subscribe({ token }: { token: string }): Promise<string> {
  subscriptions += 1
  const endpoint = `https://fcm.googleapis.com/fcm/send/appareil-${subscriptions}`
  const answer = await server.call('PUT', '/notifications/push', { token, body: { endpoint, keys } })
  expect(answer.statusCode).toBe(200)
  return endpoint
}
async function subscribed(): Promise<string[]> {
  const rows = server.parts.database.selectFrom('abonnementPush').select('endpoint').where('utilisateurId', '=', lea.id)
  return (await rows.orderBy('id').execute()).map(({ endpoint }) => endpoint)
}

test('lists devices by name, most recently used first, and marks the current one', async () => {
  server.clock.advance(minute)
  const remembered = await signIn(phone, true)
  server.clock.advance(minute)
  const other = await signIn(laptop)
  const now = server.clock.now().getTime()
  const at = (minutes: number) => new Date(now - minutes * minute).toISOString()
  expect(await list(remembered)).toEqual([
    {
      id: jtiOf(other.token),
      nom: 'Firefox sur Linux',
      dateConnexion: at(0),
      derniereActivite: at(0),
      estActuel: false,
    },
    {
      id: expect.any(String),
      nom: 'Chrome sur Android',
      dateConnexion: at(1),
      derniereActivite: at(1),
      estActuel: true,
    },
    { id: jtiOf(lea.token), nom: 'Appareil inconnu', dateConnexion: at(2), derniereActivite: at(2), estActuel: false },
  ])
  const stranger = await unUtilisateur(server)
  expect(await list(stranger)).toHaveLength(1)
})

test('keeps one row for a device across renewals, with its last use and its login', async () => {
  const before = await signIn(phone, true)
  const first = (await list(before)).find(({ estActuel }) => estActuel)
  server.clock.advance(2 * 3_600_000)
  const after = await renew(before, laptop)
  const current = (await list(after)).find(({ estActuel }) => estActuel)
  expect(current).toEqual({ ...first, nom: 'Firefox sur Linux', derniereActivite: server.clock.now().toISOString() })
})

test('records the use of a device at most four times an hour', async () => {
  const login = server.clock.now().toISOString()
  const lastUse = async () => (await list(lea))[0]?.derniereActivite
  server.clock.advance(15 * minute - 1)
  expect(await lastUse()).toBe(login)
  server.clock.advance(1)
  expect(await lastUse()).toBe(server.clock.now().toISOString())
})

test('signs a device out with its sessions, cookie, grants and push, and keeps the others', async () => {
  const claire = await unOrganisateur(server)
  const { id: evenementId } = await unEvenement(server, { createurId: claire.id })
  await uneInscription(server, { evenementId, utilisateurId: lea.id })
  const login = await signIn(phone, true)
  const grants = `/frontend/participant/evenements/${evenementId}/upload-grants`
  for (const { token } of [login, lea]) expect((await server.call('POST', grants, { token })).statusCode).toBe(201)
  await subscribe(login)
  const own = await subscribe(lea)
  const renewed = await renew(login)
  const device = (await list(lea)).find(({ nom }) => nom === 'Chrome sur Android')
  expect((await end(lea, device?.id ?? '')).json()).toEqual({ message: 'Appareil déconnecté.' })
  expect([await status(login), await status(renewed), (await renew(renewed)).status]).toEqual([401, 401, 401])
  expect(await status(lea)).toBe(200)
  expect(await subscribed()).toEqual([own])
  const left = server.parts.database
    .selectFrom('uploadGrant')
    .select('revoqueLe')
    .where('evenementId', '=', evenementId)
  expect((await left.orderBy('id').execute()).map(({ revoqueLe }) => revoqueLe !== null)).toEqual([true, false])
  const again = await end(lea, device?.id ?? '')
  expect([again.statusCode, again.json()]).toEqual([
    404,
    { code: 'appareil.introuvable', message: 'Cet appareil est déjà déconnecté.' },
  ])
})

test("answers for another person's device as for a missing one", async () => {
  const stranger = await unUtilisateur(server)
  const foreign = await end(lea, jtiOf(stranger.token))
  const missing = await end(lea, crypto.randomUUID())
  expect([foreign.statusCode, foreign.body]).toEqual([missing.statusCode, missing.body])
  expect(await status(stranger)).toBe(200)
})

test('signs all other devices out, and keeps only the push of this one', async () => {
  const remembered = await signIn(phone, true)
  const other = await signIn(laptop)
  await subscribe(remembered)
  await subscribe(other)
  const own = await subscribe(lea)
  expect((await endOthers(lea)).json()).toEqual({ message: 'Vos autres appareils sont déconnectés.' })
  expect([await status(remembered), await status(other), await status(lea)]).toEqual([401, 401, 200])
  expect((await renew(remembered)).status).toBe(401)
  expect(await subscribed()).toEqual([own])
  expect(await list(lea)).toHaveLength(1)
})

test.each([
  ['a logout', async (device: SignedIn) => void (await server.call('POST', '/auth/logout', { token: device.token }))],
  [
    'a new password set elsewhere',
    async () => {
      const body = { nom: lea.nom, prenom: lea.prenom, email: lea.email, newPassword: 'Nouvelle2026!' }
      await server.call('PUT', '/auth/me', { token: lea.token, body })
    },
  ],
  ['another role', () => change({ role: 'ORGANISATEUR' })],
  ['a deactivation', () => change({ statutActif: false })],
] as const)('stops pushing to a device after %s', async (_name, act) => {
  const device = await signIn(phone, true)
  await subscribe(device)
  // A renewal creates a new session of the same device.
  server.clock.advance(minute)
  await act(await renew(device))
  expect(await subscribed()).toEqual([])
})

async function change(body: object): Promise<void> {
  const admin = await unAdministrateur(server)
  const answer = await server.call('PUT', `/users/${lea.id}`, { token: admin.token, body })
  expect(answer.statusCode).toBe(200)
}

test('deletes a push subscription from before the device list with all other devices', async () => {
  await subscribe(lea)
  const { database } = server.parts
  await database.updateTable('abonnementPush').set({ appareilId: null }).where('utilisateurId', '=', lea.id).execute()
  await endOthers(lea)
  expect(await subscribed()).toEqual([])
})

test('moves a push subscription to the current device, and keeps its date', async () => {
  const endpoint = await subscribe(lea)
  const since = server.clock.now().toISOString()
  server.clock.advance(minute)
  const device = await signIn(phone)
  await server.call('PUT', '/notifications/push', { token: device.token, body: { endpoint, keys } })
  const row = server.parts.database.selectFrom('abonnementPush').select(['appareilId', 'creeLe'])
  expect(await row.where('endpoint', '=', endpoint).execute()).toEqual([
    { appareilId: jtiOf(device.token), creeLe: since },
  ])
})

test('deletes a device and its push a week after its end', async () => {
  await subscribe(lea)
  server.clock.advance(8 * 3_600_000 + 7 * 86_400_000)
  await forgetExpired(server.parts)
  expect(await subscribed()).toHaveLength(1)
  server.clock.advance(1)
  await forgetExpired(server.parts)
  expect(await subscribed()).toEqual([])
})
