import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { secretHash } from '#server/secrets/secretHash.ts'
import { openSession } from '#server/session/session.usecases.ts'
import { hashPassword } from '#server/utilisateur/passwordHash.ts'
import { findUtilisateur, updateUtilisateur } from '#server/utilisateur/utilisateur.repository.ts'
import {
  motDePasseDeTest,
  unEvenement,
  uneInscription,
  unOrganisateur,
  unUtilisateur,
} from '#tests/support/builders.ts'
import { jtiOf } from '#tests/support/races.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

async function rememberedLogin() {
  const { email } = await unUtilisateur(server)
  const body = { email, password: motDePasseDeTest, seSouvenir: true }
  const answer = await server.call('POST', '/auth/login', { body })
  return { token: answer.json<{ token: string }>().token, cookie: cookieOf(answer), set: setCookie(answer) }
}
type Answered = Awaited<ReturnType<TestServer['call']>>
const setCookie = (answer: Answered) => String(answer.headers['set-cookie'] ?? '')
const cookieOf = (answer: Answered) => setCookie(answer).split(';')[0] ?? ''
const renew = (cookie: string) => server.call('POST', '/auth/session', { headers: { cookie } })
const status = async (token: string) => (await server.call('GET', '/auth/me', { token })).statusCode

test('sets the refresh cookie HttpOnly, SameSite and for one path', async () => {
  const { set } = await rememberedLogin()
  expect(set).toMatch(/HttpOnly; SameSite=Strict/)
  expect(set).toContain('Path=/api/auth/session')
  expect(set).toContain(`Max-Age=${30 * 86_400}`)
})

test('keeps the refresh cookie when a renewal fails for another reason than its secret', async () => {
  const { cookie } = await rememberedLogin()
  const away = vi.spyOn(server.parts.database, 'transaction').mockImplementation(() => {
    throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  })
  const failed = await renew(cookie)
  away.mockRestore()
  server.takeFailures()
  expect(failed.statusCode).toBeGreaterThanOrEqual(500)
  expect(setCookie(failed)).toBe('')
  expect((await renew(cookie)).statusCode).toBe(200)
})

test('sets Secure behind TLS for any forwarding hop', async () => {
  const secure = await startTestServer({ publicUrl: 'https://eclats.example' })
  const { email } = await unUtilisateur(secure)
  const body = { email, password: motDePasseDeTest, seSouvenir: true }
  const set = setCookie(await secure.call('POST', '/auth/login', { body }))
  expect(set).toMatch(/__Host-eclats_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict; Secure,/)
  expect(set.split(',').filter((cookie) => !cookie.includes('; Secure'))).toEqual([])
  expect((await rememberedLogin()).set).not.toContain('Secure')
  await secure.stop()
})

test('ends the first login of the same person when they log in again in the same browser', async () => {
  const secure = await startTestServer({ publicUrl: 'https://eclats.example' })
  const people = [await unUtilisateur(secure), await unUtilisateur(secure)]
  const login = async (email: string | undefined, cookie = '', seSouvenir = true) => {
    const body = { email, password: motDePasseDeTest, seSouvenir }
    const answer = await secure.call('POST', '/auth/login', { body, headers: { cookie } })
    const kept = /__Host-eclats_session=[\w-]{43}/.exec(setCookie(answer))?.[0] ?? ''
    return { token: answer.json<{ token: string }>().token, kept, set: setCookie(answer) }
  }
  const isAlive = async (token: string) => (await secure.call('GET', '/auth/me', { token })).statusCode === 200
  const renewed = async (cookie: string) =>
    (await secure.call('POST', '/auth/session', { headers: { cookie } })).statusCode
  const first = await login(people[0]?.email)
  const stranger = await login(people[1]?.email, first.kept)
  expect([await isAlive(first.token), await isAlive(stranger.token)]).toEqual([true, true])
  const second = await login(people[0]?.email, first.kept)
  expect([await isAlive(first.token), await isAlive(second.token)]).toEqual([false, true])
  expect([await renewed(first.kept), await renewed(stranger.kept)]).toEqual([401, 200])
  const third = await login(people[0]?.email, second.kept, false)
  expect([await isAlive(second.token), await isAlive(third.token)]).toEqual([false, true])
  expect(third.set).toContain('__Host-eclats_session=; Max-Age=0')
  await secure.stop()
})

test('opens no session by cookie without "Se souvenir de moi"', async () => {
  const { email } = await unUtilisateur(server)
  const answer = await server.call('POST', '/auth/login', { body: { email, password: motDePasseDeTest } })
  expect(setCookie(answer)).toMatch(/^eclats_appareil=[^,]*$/)
})

test('issues a remembered token for an hour; the cookie renews it with a new secret each time', async () => {
  const { token, cookie } = await rememberedLogin()
  server.clock.advance(3_600_000)
  expect(await status(token)).toBe(401)
  const renewed = await renew(cookie)
  expect(renewed.statusCode).toBe(200)
  expect(renewed.json()).toMatchObject({ prenom: 'Lea', nom: 'Martin' })
  expect(await status(renewed.json<{ token: string }>().token)).toBe(200)
  expect(cookieOf(renewed)).not.toBe(cookie)
  expect((await renew(cookieOf(renewed))).statusCode).toBe(200)
})

test('accepts the same secret within a minute (lost answer or second tab)', async () => {
  const { cookie } = await rememberedLogin()
  const [first, second] = await Promise.all([renew(cookie), renew(cookie)])
  expect([first.statusCode, second.statusCode]).toEqual([200, 200])
  expect((await renew(cookieOf(second))).statusCode).toBe(200)
})

test('returns the same successor to a retry within a minute, and keeps one valid secret', async () => {
  const { token, cookie } = await rememberedLogin()
  const first = await renew(cookie)
  server.clock.advance(59_999)
  const retry = await renew(cookie)
  expect([retry.statusCode, cookieOf(retry)]).toEqual([200, cookieOf(first)])
  expect(await status(retry.json<{ token: string }>().token)).toBe(200)
  expect(await livingSecrets(token)).toBe(1)
  expect((await renew(cookieOf(retry))).statusCode).toBe(200)
  expect(await livingSecrets(token)).toBe(1)
})

test('ends the family when a used secret returns within a minute after its successor was used', async () => {
  const { token, cookie } = await rememberedLogin()
  const successor = await renew(cookie)
  const next = await renew(cookieOf(successor))
  expect(next.statusCode).toBe(200)
  const stolen = await renew(cookie)
  expect(stolen.statusCode).toBe(401)
  expect(await status(next.json<{ token: string }>().token)).toBe(401)
  expect((await renew(cookieOf(next))).statusCode).toBe(401)
  expect(await livingSecrets(token)).toBe(0)
})

/** Secrets of a login's family that are still accepted. */
async function livingSecrets(token: string): Promise<number> {
  const { database } = server.parts
  const { famille } = await database
    .selectFrom('session')
    .select('famille')
    .where('jti', '=', jtiOf(token))
    .executeTakeFirstOrThrow()
  const living = database
    .selectFrom('refreshToken')
    .select('hash')
    .where('famille', '=', famille ?? '')
  return (await living.where('utiliseLe', 'is', null).where('revoqueLe', 'is', null).execute()).length
}

test('signs a remembered device out 90 days after its login, however often it was used', async () => {
  const login = await rememberedLogin()
  let { cookie } = login
  let set = login.set
  for (const days of [29, 29, 29]) {
    server.clock.advance(days * 86_400_000)
    const renewed = await renew(cookie)
    expect(renewed.statusCode).toBe(200)
    cookie = cookieOf(renewed)
    set = setCookie(renewed)
  }
  expect(set).toContain(`Max-Age=${3 * 86_400};`)
  server.clock.advance(3 * 86_400_000 - 60_000)
  const last = await renew(cookie)
  expect(last.statusCode).toBe(200)
  const { token } = last.json<{ token: string }>()
  server.clock.advance(58_000)
  expect(await status(token)).toBe(200)
  server.clock.advance(2000)
  expect([await status(token), (await renew(cookieOf(last))).statusCode]).toEqual([401, 401])
})

test('signs a device out that was remembered for more than 90 days before the limit was introduced', async () => {
  const { cookie } = await rememberedLogin()
  const connecteLe = new Date(server.clock.now().getTime() - 90 * 86_400_000).toISOString()
  const hash = secretHash(cookie.split('=')[1] ?? '')
  await server.parts.database.updateTable('refreshToken').set({ connecteLe }).where('hash', '=', hash).execute()
  expect((await renew(cookie)).statusCode).toBe(401)
})

test('ends the whole family, thief and owner, when a used secret returns later', async () => {
  const { cookie } = await rememberedLogin()
  const renewed = await renew(cookie)
  server.clock.advance(61_000)
  expect(await status(renewed.json<{ token: string }>().token)).toBe(200)
  const stolen = await renew(cookie)
  expect(stolen.statusCode).toBe(401)
  expect(setCookie(stolen)).toContain('Max-Age=0')
  expect(await status(renewed.json<{ token: string }>().token)).toBe(401)
  expect((await renew(cookieOf(renewed))).statusCode).toBe(401)
})

test('expires the cookie after thirty days', async () => {
  const { cookie } = await rememberedLogin()
  server.clock.advance(30 * 86_400_000)
  expect((await renew(cookie)).statusCode).toBe(401)
})

test('answers 401 without a cookie or with an unknown one', async () => {
  expect((await server.call('POST', '/auth/session')).json()).toMatchObject({ code: 'session.expiree' })
  expect((await renew('eclats_session=unknown')).statusCode).toBe(401)
})

test('does not renew a deactivated account', async () => {
  const { token, cookie } = await rememberedLogin()
  const { id } = (await server.call('GET', '/auth/me', { token })).json<{ id: number }>()
  await server.parts.database.updateTable('utilisateur').set({ statutActif: 0 }).where('id', '=', id).execute()
  expect((await renew(cookie)).statusCode).toBe(401)
})

test('opens no session when a new password, a deactivation or an archiving is committed during the login', async () => {
  const { database } = server.parts
  const overtakings = [
    { motDePasse: await hashPassword('Autre2026!') },
    { statutActif: 0 as const },
    { archiveLe: new Date().toISOString() },
  ]
  for (const overtaking of overtakings) {
    const { id } = await unUtilisateur(server)
    const proven = await findUtilisateur(database, id)
    if (!proven) throw new Error('no account')
    await updateUtilisateur(database, id, overtaking)
    const late = openSession(server.parts, { utilisateur: proven, seSouvenir: true })
    await expect(late).rejects.toMatchObject({ code: 'session.identifiants' })
    const opened = database.selectFrom('session').select('jti').where('utilisateurId', '=', id)
    expect(await opened.execute()).toHaveLength(1)
  }
})

test('ends the session, its cookie and the upload grants of this device at logout, no others', async () => {
  const claire = await unOrganisateur(server)
  const evenement = await unEvenement(server, { createurId: claire.id })
  const { token, cookie } = await rememberedLogin()
  const { id: utilisateurId, email } = (await server.call('GET', '/auth/me', { token })).json<{
    id: number
    email: string
  }>()
  await uneInscription(server, { evenementId: evenement.id, utilisateurId })
  const other = await server.call('POST', '/auth/login', { body: { email, password: motDePasseDeTest } })
  const otherToken = other.json<{ token: string }>().token
  const grants = `/frontend/participant/evenements/${evenement.id}/upload-grants`
  expect((await server.call('POST', grants, { token })).statusCode).toBe(201)
  expect((await server.call('POST', grants, { token: otherToken })).statusCode).toBe(201)

  const renewedToken = (await renew(cookie)).json<{ token: string }>().token
  const gone = await server.call('POST', '/auth/logout', { token: renewedToken })
  expect(gone.statusCode).toBe(200)
  expect(gone.headers['clear-site-data']).toBe('"cache"')
  expect(await status(token)).toBe(401)
  expect(await status(renewedToken)).toBe(401)
  expect((await renew(cookie)).statusCode).toBe(401)
  expect(await status(otherToken)).toBe(200)
  const left = await server.parts.database
    .selectFrom('uploadGrant')
    .select('revoqueLe')
    .where('utilisateurId', '=', utilisateurId)
    .orderBy('id')
    .execute()
  expect(left.map((grant) => grant.revoqueLe !== null)).toEqual([true, false])
})

describe('behind TLS', () => {
  let secure: TestServer
  beforeAll(async () => {
    secure = await startTestServer({ publicUrl: 'https://eclats.example' })
  })
  afterAll(() => secure.stop())

  const renewWith = (cookie: string) => secure.call('POST', '/auth/session', { headers: { cookie } })
  async function secretOfLogin(): Promise<string> {
    const { email } = await unUtilisateur(secure)
    const body = { email, password: motDePasseDeTest, seSouvenir: true }
    return prefixedSecretOf(await secure.call('POST', '/auth/login', { body }))
  }
  const prefixedSecretOf = (answer: Answered) => /__Host-eclats_session=([\w-]{43});/.exec(setCookie(answer))?.[1] ?? ''

  async function isUsed(secret: string): Promise<boolean> {
    const row = secure.parts.database
      .selectFrom('refreshToken')
      .select('utiliseLe')
      .where('hash', '=', secretHash(secret))
    return (await row.executeTakeFirstOrThrow()).utiliseLe !== null
  }

  test('accepts a cookie without the prefix once, and replaces it', async () => {
    const secret = await secretOfLogin()
    const { database } = secure.parts
    await database.updateTable('refreshToken').set({ prefixe: 0 }).where('hash', '=', secretHash(secret)).execute()
    const renewed = await renewWith(`eclats_session=${secret}`)
    expect(renewed.statusCode).toBe(200)
    expect(setCookie(renewed)).toContain('eclats_session=; Max-Age=0; Path=/api/auth/session; HttpOnly')
    const next = prefixedSecretOf(renewed)
    expect((await renewWith(`eclats_session=${next}`)).statusCode).toBe(401)
    expect((await renewWith(`__Host-eclats_session=${next}`)).statusCode).toBe(200)
  })

  test('refuses the secret of a prefixed cookie under the plain name, and prefers the prefixed one', async () => {
    const [own, planted] = [await secretOfLogin(), await secretOfLogin()]
    expect((await renewWith(`eclats_session=${planted}`)).statusCode).toBe(401)
    const both = await renewWith(`eclats_session=${planted}; __Host-eclats_session=${own}`)
    expect(both.statusCode).toBe(200)
    expect(await isUsed(own)).toBe(true)
    expect(await isUsed(planted)).toBe(false)
  })

  test('uses the cookie only for the renewal, and deletes it at logout', async () => {
    const secret = await secretOfLogin()
    const headers = { cookie: `__Host-eclats_session=${secret}` }
    expect((await secure.call('GET', '/auth/me', { headers })).json()).toMatchObject({ code: 'session.requise' })
    const { token } = (await renewWith(headers.cookie)).json<{ token: string }>()
    const gone = await secure.call('POST', '/auth/logout', { token, headers })
    expect(setCookie(gone)).toContain('__Host-eclats_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict; Secure')
  })

  test('keeps the cookie of another person who signed in in another tab, at a logout and at a deletion', async () => {
    const cookie = `__Host-eclats_session=${await secretOfLogin()}`
    const leaving = () => unUtilisateur(secure)
    const gone = await secure.call('POST', '/auth/logout', { token: (await leaving()).token, headers: { cookie } })
    expect([gone.statusCode, gone.headers['set-cookie']]).toEqual([200, undefined])
    const { token } = await leaving()
    const body = { motDePasseActuel: motDePasseDeTest }
    const erased = await secure.call('DELETE', '/frontend/participant/data', { token, headers: { cookie }, body })
    expect([erased.statusCode, erased.headers['set-cookie']]).toEqual([200, undefined])
    expect((await renewWith(cookie)).statusCode).toBe(200)
  })
})
