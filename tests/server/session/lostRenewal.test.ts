import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { secretHash } from '#server/secrets/secretHash.ts'
import { forgetExpired } from '#server/session/expired.ts'
import {
  motDePasseDeTest,
  type PersonneDeTest,
  unEvenement,
  uneInscription,
  unOrganisateur,
  unUtilisateur,
} from '#tests/support/builders.ts'
import { entreeInvite } from '#tests/support/invites.ts'
import { unLien } from '#tests/support/liens.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

const minute = 60_000
const day = 24 * 60 * minute
/** After this time a browser has written its cookies to disk. */
const cookieKept = minute

let server: TestServer
let evenementId: number
let lea: PersonneDeTest
let login: SignedIn
beforeAll(async () => {
  server = await startTestServer()
  const claire = await unOrganisateur(server)
  ;({ id: evenementId } = await unEvenement(server, { createurId: claire.id }))
})
beforeEach(async () => {
  lea = await unUtilisateur(server)
  const body = { email: lea.email, password: motDePasseDeTest, seSouvenir: true }
  login = signedIn(await server.call('POST', '/auth/login', { body }))
  await status(login)
})
afterAll(() => server.stop())

interface SignedIn {
  readonly statusCode: number
  readonly token: string
  readonly cookie: string
  readonly maxAge: number
}

function signedIn({ statusCode, headers, ...answer }: Awaited<ReturnType<TestServer['call']>>): SignedIn {
  const set = String(headers['set-cookie'] ?? '')
  const { token = '' } = answer.json<{ token?: string }>()
  return { statusCode, token, cookie: set.split(';')[0] ?? '', maxAge: Number(/Max-Age=(\d+)/.exec(set)?.[1]) }
}
const renew = async ({ cookie }: SignedIn) =>
  signedIn(await server.call('POST', '/auth/session', { headers: { cookie } }))
const status = async ({ token }: SignedIn) => (await server.call('GET', '/auth/me', { token })).statusCode
const livingGrants = () => {
  const grants = server.parts.database.selectFrom('uploadGrant').select('id').where('utilisateurId', '=', lea.id)
  return grants.where('revoqueLe', 'is', null).execute()
}
const askGrant = async ({ token }: SignedIn) => {
  const path = `/frontend/participant/evenements/${evenementId}/upload-grants`
  return (await server.call('POST', path, { token })).statusCode
}

describe.each([
  ['61 seconds', 61_000],
  ['an hour', 60 * minute],
  ['29 days', 29 * day],
])('when the answer of a renewal was lost and the device renews again %s later', (_, later) => {
  test('accepts the old secret, with the same successor and a new session in place of the unused one', async () => {
    const lost = await renew(login)
    server.clock.advance(later)
    await forgetExpired(server.parts)
    const again = await renew(login)
    expect([again.statusCode, again.cookie, again.maxAge]).toEqual([200, lost.cookie, (30 * day) / 1000])
    expect([await status(again), await status(lost)]).toEqual([200, 401])
    server.clock.advance(29 * day)
    expect((await renew(again)).statusCode).toBe(200)
  })

  test('accepts it also when the browser was killed before it wrote the new cookie to disk', async () => {
    await uneInscription(server, { evenementId, utilisateurId: lea.id })
    const killed = await renew(login)
    server.clock.advance(cookieKept - 1)
    expect([await status(killed), await askGrant(killed)]).toEqual([200, 201])
    server.clock.advance(later)
    const again = await renew(login)
    expect([again.statusCode, again.cookie]).toEqual([200, killed.cookie])
    expect([await status(again), await status(killed), await livingGrants()]).toEqual([200, 401, []])
  })

  test('ends the family when the session of that answer was used later than a cookie is kept', async () => {
    const arrived = await renew(login)
    server.clock.advance(cookieKept)
    expect(await status(arrived)).toBe(200)
    server.clock.advance(later)
    await forgetExpired(server.parts)
    const copied = await renew(login)
    expect([copied.statusCode, copied.maxAge]).toEqual([401, 0])
    expect([await status(arrived), (await renew(arrived)).statusCode]).toEqual([401, 401])
  })

  test('ends the family when the successor was used', async () => {
    const next = await renew(await renew(login))
    server.clock.advance(later)
    expect((await renew(login)).statusCode).toBe(401)
    expect((await renew(next)).statusCode).toBe(401)
  })
})

test('ends the family of a secret that was copied and used first, once its owner and the copy have both renewed', async () => {
  const owner = await renew(login)
  expect(await status(owner)).toBe(200)
  server.clock.advance(2 * minute)
  const copy = await renew(login)
  expect([copy.statusCode, await status(owner)]).toEqual([200, 401])
  const returned = await renew(owner)
  server.clock.advance(2 * minute)
  expect(await status(returned)).toBe(200)
  expect((await renew(copy)).statusCode).toBe(401)
  expect([await status(returned), await status(copy), (await renew(returned)).statusCode]).toEqual([401, 401, 401])
})

test('keeps a guest signed in whose answers were lost again and again', async () => {
  const { code } = await unLien(server, { evenementId, identite: 'PRENOM' })
  const guest = signedIn(await server.call('POST', `/liens/${code}/invites`, { body: entreeInvite() }))
  expect(await askGrant(guest)).toBe(201)
  for (const days of [1 / 24, 40, 40]) {
    server.clock.advance(days * day)
    expect((await renew(guest)).statusCode).toBe(200)
  }
  server.clock.advance(61_000)
  const last = await renew(guest)
  expect([last.statusCode, await status(last)]).toEqual([200, 200])
})

test('ends the family when the session of the answer has given an upload grant only', async () => {
  await uneInscription(server, { evenementId, utilisateurId: lea.id })
  const arrived = await renew(login)
  server.clock.advance(cookieKept)
  expect(await askGrant(arrived)).toBe(201)
  server.clock.advance(61_000)
  expect((await renew(login)).statusCode).toBe(401)
  expect(await livingGrants()).toEqual([])
})

test('takes a refused call for a use of the session too', async () => {
  const { code } = await unLien(server, { evenementId, identite: 'PRENOM' })
  const guest = signedIn(await server.call('POST', `/liens/${code}/invites`, { body: entreeInvite() }))
  const { token } = await renew(guest)
  server.clock.advance(cookieKept)
  const refused = await server.call('GET', '/frontend/participant/invitations', { token })
  expect(refused.json()).toMatchObject({ code: 'invite.refuse' })
  server.clock.advance(61_000)
  expect((await renew(guest)).statusCode).toBe(401)
})

test('keeps both sessions of two tabs that renew within a minute', async () => {
  const [one, two] = [await renew(login), await renew(login)]
  server.clock.advance(cookieKept)
  expect([await status(one), await status(two), two.cookie]).toEqual([200, 200, one.cookie])
  server.clock.advance(61_000)
  expect((await renew(login)).statusCode).toBe(401)
})

test('ends the family when the successor was given by a node of the version before', async () => {
  const { database } = server.parts
  const { cookie } = await renew(login)
  const hash = secretHash(cookie.split('=')[1] ?? '')
  const row = await database.selectFrom('refreshToken').selectAll().where('hash', '=', hash).executeTakeFirstOrThrow()
  await database.deleteFrom('refreshToken').where('hash', '=', hash).execute()
  const { recu, ...before } = row
  expect(recu).toBe(0)
  await database.insertInto('refreshToken').values(before).execute()
  server.clock.advance(61_000)
  expect((await renew(login)).statusCode).toBe(401)
})

test('writes once that a device has kept a cookie', async () => {
  const arrived = await renew(login)
  expect(await status(arrived)).toBe(200)
  server.clock.advance(cookieKept)
  const transaction = vi.spyOn(server.parts.database, 'transaction')
  expect(await status(arrived)).toBe(200)
  expect(transaction).toHaveBeenCalledTimes(1)
  expect([await status(arrived), await status(arrived)]).toEqual([200, 200])
  expect(transaction).toHaveBeenCalledTimes(1)
  transaction.mockRestore()
})

test('answers when that cannot be written, and writes it at the next call', async () => {
  const arrived = await renew(login)
  server.clock.advance(cookieKept)
  const full = vi.spyOn(server.parts.database, 'transaction').mockImplementation(() => {
    throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
  })
  expect(await status(arrived)).toBe(200)
  full.mockRestore()
  expect(await status(arrived)).toBe(200)
  server.clock.advance(61_000)
  expect((await renew(login)).statusCode).toBe(401)
})
