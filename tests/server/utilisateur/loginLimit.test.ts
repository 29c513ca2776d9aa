import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { motDePasseDeTest, unUtilisateur } from '#tests/support/builders.ts'
import { mailedToken } from '#tests/support/mailbox.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

let server: TestServer
let email: string
beforeAll(async () => {
  server = await startTestServer({ trustedProxies: ['127.0.0.1'] })
})
beforeEach(async () => {
  server.clock.advance(60 * 60_000)
  email = (await unUtilisateur(server)).email
})
afterAll(() => server.stop())

const wrong = 'Mauvais2026!'
interface From {
  readonly ip?: string
  readonly cookie?: string
  readonly address?: string
}
function login(password: string, { ip = '198.51.100.1', cookie = '', address = email }: From = {}) {
  const headers = { 'x-forwarded-for': ip, ...(cookie !== '' && { cookie }) }
  return server.call('POST', '/auth/login', { body: { email: address, password }, headers })
}
async function statuses(n: number, from: From): Promise<number[]> {
  const all: number[] = []
  for (let i = 0; i < n; i += 1) all.push((await login(wrong, from)).statusCode)
  return all
}
/** The cookie of a device on which the account has signed in. */
async function deviceOf(address = email, ip = '192.0.2.9'): Promise<string> {
  const answer = await login(motDePasseDeTest, { ip, address })
  return String(answer.headers['set-cookie']).split(';')[0] ?? ''
}
/** A hundred failures from twenty networks; the first test shows that they are counted. */
async function attack(address = email): Promise<void> {
  const instant = server.clock.now().toISOString()
  const networks = Array.from({ length: 100 }, (_, n) => `203.0.113.${1 + (n % 20)}`)
  await server.parts.database
    .insertInto('tentative')
    .values(networks.map((network) => ({ cle: `login:${address}`, origine: `reseau:${network}`, instant })))
    .execute()
}

test('locks an account for the network with five failures only', async () => {
  expect(await statuses(6, { ip: '203.0.113.7' })).toEqual([401, 401, 401, 401, 401, 429])
  expect((await login(motDePasseDeTest, { ip: '203.0.113.7' })).statusCode).toBe(429)
  const counted = server.parts.database.selectFrom('tentative').select('origine').where('cle', '=', `login:${email}`)
  expect(await counted.execute()).toEqual(Array.from({ length: 5 }, () => ({ origine: 'reseau:203.0.113.7' })))
  expect((await login(motDePasseDeTest, { ip: '203.0.113.8' })).statusCode).toBe(200)
  server.clock.advance(15 * 60_000)
  expect((await login(motDePasseDeTest, { ip: '203.0.113.7' })).statusCode).toBe(200)
})

test('counts an IPv6 /64 as one network', async () => {
  for (let n = 1; n <= 5; n += 1) await login(wrong, { ip: `2001:db8:1:2::${n}` })
  expect((await login(motDePasseDeTest, { ip: '2001:db8:1:2:ffff::1' })).statusCode).toBe(429)
  expect((await login(motDePasseDeTest, { ip: '2001:db8:1:3::1' })).statusCode).toBe(200)
})

test('admits a known device after a two-second delay when other networks have used up the attempts', async () => {
  const cookie = await deviceOf()
  await attack()
  expect((await login(motDePasseDeTest, { ip: '192.0.2.77' })).statusCode).toBe(429)
  server.clock.pauses.length = 0
  expect((await login(motDePasseDeTest, { ip: '203.0.113.1', cookie })).statusCode).toBe(200)
  expect(server.clock.pauses).toEqual([2000])
})

test('locks a known device only by its own failures', async () => {
  const cookie = await deviceOf()
  expect(await statuses(6, { cookie })).toEqual([401, 401, 401, 401, 401, 429])
  expect((await login(motDePasseDeTest, { cookie })).statusCode).toBe(429)
  expect((await login(motDePasseDeTest)).statusCode).toBe(200)
  server.clock.advance(15 * 60_000)
  expect((await login(motDePasseDeTest, { cookie })).statusCode).toBe(200)
})

test('recognises the device of a password reset while other networks keep guessing', async () => {
  await attack()
  await server.call('POST', '/auth/forgot-password', { body: { email } })
  const token = await mailedToken(server, email, 'reset-password')
  const body = { token, newPassword: 'gelée de coing' }
  const answer = await server.call('POST', '/auth/reset-password', { body })
  const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? ''
  await attack()
  expect((await login('gelée de coing')).statusCode).toBe(429)
  expect((await login('gelée de coing', { cookie })).statusCode).toBe(200)
})

test('delays each further attempt longer, for known and unknown addresses alike', async () => {
  for (const address of [email, 'personne@nulle-part.test']) {
    server.clock.pauses.length = 0
    const answers = []
    for (let n = 0; n < 6; n += 1) answers.push((await login(wrong, { address })).body)
    expect(server.clock.pauses).toEqual([0, 0, 500, 1000, 2000])
    expect(answers.at(-1)).toContain('Réessayez dans 15 min.')
  }
})

test('resets only the failures of its own network after a success', async () => {
  await statuses(4, { ip: '203.0.113.7' })
  await statuses(4, {})
  expect((await login(motDePasseDeTest)).statusCode).toBe(200)
  expect(await statuses(5, {})).toEqual([401, 401, 401, 401, 401])
  expect(await statuses(2, { ip: '203.0.113.7' })).toEqual([401, 429])
})

test('answers a locked unknown address with the same bytes', async () => {
  const address = 'personne@nulle-part.test'
  await attack()
  await attack(address)
  const [known, unknown] = [await login(wrong), await login(wrong, { address })]
  expect(unknown.statusCode).toBe(429)
  expect(unknown.body).toBe(known.body)
  expect(unknown.headers['retry-after']).toBe(known.headers['retry-after'])
})

test('treats a forged cookie and one of another account as an unknown device', async () => {
  const other = await unUtilisateur(server)
  const foreign = await deviceOf(other.email)
  const own = await deviceOf()
  const [name = '', value = ''] = own.split('=')
  await statuses(5, {})
  // The last of 43 characters holds only four bits, so the one before it is changed.
  const changed = value.at(-2) === 'A' ? 'B' : 'A'
  const forged = `${value.slice(0, -2)}${changed}${value.slice(-1)}`
  for (const cookie of [foreign, `${name}=${forged}`, `${name}=`, `${name}=x.y.z`, `${name}=${'A'.repeat(65)}`]) {
    expect((await login(motDePasseDeTest, { cookie })).statusCode).toBe(429)
  }
  expect((await login(motDePasseDeTest, { cookie: own })).statusCode).toBe(200)
})
