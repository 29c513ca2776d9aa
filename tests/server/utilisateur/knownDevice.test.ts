import { afterAll, beforeAll, expect, test } from 'vitest'
import { deviceCookie, knownDevice } from '#server/utilisateur/knownDevice.ts'
import { motDePasseDeTest, unUtilisateur } from '#tests/support/builders.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

async function login(email: string, cookie = ''): Promise<string> {
  const body = { email, password: motDePasseDeTest }
  const headers = cookie === '' ? {} : { cookie }
  const answer = await server.call('POST', '/auth/login', { body, headers })
  return String(answer.headers['set-cookie'])
}
const valueOf = (set: string) => /eclats_appareil=([\w.-]*)/.exec(set)?.[1] ?? ''

test('sets an HttpOnly cookie for the calls that need it, with the secure prefix behind TLS', async () => {
  const { email } = await unUtilisateur(server)
  expect(await login(email)).toMatch(
    /^eclats_appareil=[\w-]{65}; Max-Age=31536000; HttpOnly; SameSite=Strict; Path=\/api\/auth$/,
  )
  expect(deviceCookie({ tls: true })).toEqual({
    name: '__Host-eclats_appareil',
    attributes: 'Max-Age=31536000; HttpOnly; SameSite=Strict; Path=/; Secure',
  })
})

test('keeps its token when the account signs in again, and the tokens of five accounts', async () => {
  const people = []
  for (let n = 0; n < 6; n += 1) people.push(await unUtilisateur(server))
  let cookie = ''
  for (const { email } of people) cookie = `eclats_appareil=${valueOf(await login(email, cookie))}`
  const { secrets } = server.parts
  const value = valueOf(cookie)
  expect(value.split('.')).toHaveLength(5)
  expect(people.map(({ email }) => knownDevice(secrets, value, email) !== null)).toEqual([
    false,
    true,
    true,
    true,
    true,
    true,
  ])
  const again = valueOf(await login(people[3]?.email ?? '', cookie))
  expect(again.split('.').toSorted()).toEqual(value.split('.').toSorted())
})

test('stores neither address nor token in the cookie or the row of an attempt', async () => {
  const { email } = await unUtilisateur(server)
  const value = valueOf(await login(email))
  const body = { email, password: 'Mauvais2026!' }
  await server.call('POST', '/auth/login', { body, headers: { cookie: `eclats_appareil=${value}` } })
  const rows = await server.parts.database
    .selectFrom('tentative')
    .select('origine')
    .where('cle', '=', `login:${email}`)
    .execute()
  expect(rows.map(({ origine }) => origine)).toEqual([`appareil:${knownDevice(server.parts.secrets, value, email)}`])
  expect(JSON.stringify(rows)).not.toContain(value.slice(0, 22))
  expect(Buffer.from(value, 'base64url').toString('latin1')).not.toContain(email)
})

test('sets no cookie on a failed login, an unknown address and a refusal', async () => {
  const { email } = await unUtilisateur(server)
  for (const address of [email, 'personne@nulle-part.test']) {
    const body = { email: address, password: 'Mauvais2026!' }
    expect((await server.call('POST', '/auth/login', { body })).headers).not.toHaveProperty('set-cookie')
  }
})
