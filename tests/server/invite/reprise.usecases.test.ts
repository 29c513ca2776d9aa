import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Profil } from '#domain/utilisateur/profil.ts'
import type { Reprise } from '#domain/utilisateur/reprise.ts'
import { type PersonneDeTest, unEvenement, unOrganisateur, unUtilisateur } from '#tests/support/builders.ts'
import { type InviteDeTest, unInvite } from '#tests/support/invites.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

let server: TestServer
let claire: PersonneDeTest
let marie: InviteDeTest
beforeAll(async () => {
  server = await startTestServer({ trustedProxies: ['127.0.0.1'] })
})
beforeEach(async () => {
  claire = await unOrganisateur(server)
  const { id: evenementId } = await unEvenement(server, { createurId: claire.id })
  marie = await unInvite(server, { evenementId })
})
afterAll(() => server.stop())

const begin = (person: PersonneDeTest = marie) => server.call('POST', '/auth/reprises', { token: person.token })
const aCode = async () => (await begin()).json<Reprise>().code
const take = (code: string, address = '198.51.100.9') =>
  server.call('POST', '/auth/reprendre', { body: { code }, headers: { 'x-forwarded-for': address } })
const refused = { code: 'session.reprise_refusee' }

test('signs the guest in on another device, and keeps the first one signed in', async () => {
  const { code, expire } = (await begin()).json<Reprise>()
  expect(code).toMatch(/^[2-9A-HJKMNP-Z]{8}$/)
  expect(Date.parse(expire)).toBe(server.clock.now().getTime() + 600_000)
  const answer = await take(`${code.slice(0, 4)}-${code.slice(4)}`.toLowerCase())
  expect(answer.statusCode).toBe(200)
  expect(String(answer.headers['set-cookie'])).toContain('HttpOnly')
  for (const token of [answer.json<{ token: string }>().token, marie.token]) {
    const me = await server.call('GET', '/auth/me', { token })
    expect(me.json<Profil>()).toMatchObject({ id: marie.id, invite: true })
  }
})

test('takes a code once, also for ten requests at once', async () => {
  const code = await aCode()
  const answers = await Promise.all(Array.from({ length: 10 }, () => take(code)))
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect((await take(code, '198.51.100.10')).json()).toMatchObject(refused)
})

test.each([
  [
    'ten minutes',
    () => {
      server.clock.advance(600_000)
      return server.call('GET', '/service/health')
    },
  ],
  ['a newer code', () => begin()],
  ['a logout', () => server.call('POST', '/auth/logout', { token: marie.token })],
  ['an erasure', () => server.call('DELETE', '/frontend/participant/data', { token: marie.token })],
  [
    'a cancelled registration',
    () => server.call('PUT', `/inscriptions/${marie.inscriptionId}/statut?statut=ANNULE`, { token: claire.token }),
  ],
])('refuses a code after %s', async (_when, end) => {
  const code = await aCode()
  await end()
  expect((await take(code, '198.51.100.11')).json()).toMatchObject(refused)
})

test('stores no code that a copy of the database reveals', async () => {
  const code = await aCode()
  const rows = await server.parts.database.selectFrom('jeton').selectAll().execute()
  expect(rows.map(({ genre }) => genre)).toContain('REPRISE')
  expect(JSON.stringify(rows)).not.toContain(code)
})

test('refuses a network after twenty wrong codes in an hour, and a guest after ten codes', async () => {
  const address = '198.51.100.12'
  for (let n = 0; n < 20; n += 1) expect((await take('22222222', address)).statusCode).toBe(401)
  expect((await take(await aCode(), address)).statusCode).toBe(429)
  expect((await take(await aCode(), '198.51.100.13')).statusCode).toBe(200)
  for (let n = 2; n < 10; n += 1) expect((await begin()).statusCode).toBe(201)
  expect((await begin()).statusCode).toBe(429)
})

test('makes no code for an account', async () => {
  expect((await begin(await unUtilisateur(server))).json()).toMatchObject({ code: 'acces.refuse' })
})
