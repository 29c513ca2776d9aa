import { SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { unUtilisateur, type PersonneDeTest } from '#tests/support/builders.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

let server: TestServer
let lea: PersonneDeTest
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  lea = await unUtilisateur(server)
})
afterAll(() => server.stop())

const me = (token: string | null) => server.call('GET', '/auth/me', { token })
const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>

const expired = { status: 401, code: 'session.expiree' }
async function refusalOf(token: string | null) {
  const answer = await me(token)
  return { status: answer.statusCode, code: answer.json<{ code: string }>().code }
}

test('reads the caller from a token with the claims of the contract', async () => {
  expect((await me(lea.token)).json()).toMatchObject({ id: lea.id, email: lea.email, role: 'PARTICIPANT' })
  const claims = claimsOf(lea.token)
  expect(claims).toMatchObject({ userId: lea.id, sub: lea.email, role: 'PARTICIPANT' })
  expect(Object.keys(claims).toSorted()).toEqual(['aud', 'exp', 'iat', 'iss', 'jti', 'role', 'sub', 'userId'])
})

test('answers 401 without a token', async () => {
  expect(await refusalOf(null)).toEqual({ status: 401, code: 'session.requise' })
})

test('rejects an unsigned token', async () => {
  const claims = claimsOf(lea.token)
  expect(await refusalOf(new UnsecuredJWT(claims).encode())).toEqual(expired)
})

test('rejects a token signed with another key or algorithm', async () => {
  const claims = claimsOf(lea.token)
  const sign = (alg: string, key: string) =>
    new SignJWT(claims).setProtectedHeader({ alg }).sign(Buffer.from(key, 'base64url'))
  expect(await refusalOf(await sign('HS256', 'a'.repeat(43)))).toEqual(expired)
  expect(await refusalOf(await sign('HS512', server.parts.secrets.jwt.repeat(2)))).toEqual(expired)
  expect(await refusalOf(`${lea.token.slice(0, -4)}AAAA`)).toEqual(expired)
  expect(await refusalOf('not.a.token')).toEqual(expired)
})

test('rejects a token that it has accepted before, once it has expired', async () => {
  expect((await me(lea.token)).statusCode).toBe(200)
  const { exp } = claimsOf(lea.token) as { exp: number }
  const ahead = exp * 1000 - server.clock.now().getTime()
  await server.parts.database.updateTable('session').set({ expire: '9999-01-01T00:00:00.000Z' }).execute()
  server.clock.advance(ahead)
  expect(await refusalOf(lea.token)).toEqual(expired)
  server.clock.advance(-ahead)
  expect((await me(lea.token)).statusCode).toBe(200)
})

test('rejects a token for another audience', async () => {
  const claims = { ...claimsOf(lea.token), aud: 'other' }
  const key = Buffer.from(server.parts.secrets.jwt, 'base64url')
  expect(await refusalOf(await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(key))).toEqual(expired)
})

test('signs a deactivated or archived account out at once', async () => {
  const { database } = server.parts
  await database.updateTable('utilisateur').set({ statutActif: 0 }).where('id', '=', lea.id).execute()
  expect(await refusalOf(lea.token)).toEqual(expired)
  await database
    .updateTable('utilisateur')
    .set({ statutActif: 1, archiveLe: '2026-06-01T00:00:00.000Z' })
    .where('id', '=', lea.id)
    .execute()
  expect(await refusalOf(lea.token)).toEqual(expired)
})

test('uses the role in the database, not in the token', async () => {
  await server.parts.database
    .updateTable('utilisateur')
    .set({ role: 'ORGANISATEUR' })
    .where('id', '=', lea.id)
    .execute()
  expect((await me(lea.token)).json()).toMatchObject({ role: 'ORGANISATEUR' })
  expect((await server.call('GET', '/frontend/participant/invitations', { token: lea.token })).statusCode).toBe(403)
})

test('ends the session after eight hours', async () => {
  server.clock.advance(8 * 3_600_000 - 1000)
  expect((await me(lea.token)).statusCode).toBe(200)
  server.clock.advance(1000)
  expect(await refusalOf(lea.token)).toEqual(expired)
})
