import { Secret, TOTP, URI } from 'otpauth'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Enrolement, SecondFacteur } from '#domain/utilisateur/secondFacteur.ts'
import { dropSecondFacteur } from '#server/admin/dropSecondFacteur.ts'
import { createReinitialisation } from '#server/utilisateur/reinitialisation.usecases.ts'
import { motDePasseDeTest, type PersonneDeTest, unOrganisateur, unUtilisateur } from '#tests/support/builders.ts'
import { uneCleAcces } from '#tests/support/clesAcces.ts'
import { mailsTo } from '#tests/support/mailbox.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

const path = '/auth/second-facteur'
const stepMs = 30_000
let server: TestServer
let claire: PersonneDeTest
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  claire = await unOrganisateur(server)
})
afterAll(() => server.stop())

const post = (to: string, body?: object, { token } = claire) => server.call('POST', `${path}${to}`, { token, body })
const remove = (body: object) => server.call('DELETE', path, { token: claire.token, body })
const read = async ({ token } = claire) => (await server.call('GET', path, { token })).json<SecondFacteur>()
const login = (body: object = {}) =>
  server.call('POST', '/auth/login', { body: { email: claire.email, password: motDePasseDeTest, ...body } })
const codeOf = (answer: Awaited<ReturnType<typeof login>>) => answer.json<{ code: string }>().code
const codeAt = (secret: string, ms = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: server.clock.now().getTime() + ms })

/** The person's secret and recovery codes, enabled 30 s ago. */
async function switchOn(person = claire): Promise<{ secret: string; codes: string[] }> {
  const { secret } = (await post('', undefined, person)).json<Enrolement>()
  const answer = await post('/activation', { code: codeAt(secret) }, person)
  expect(answer.statusCode).toBe(200)
  server.clock.advance(stepMs)
  return { secret, codes: answer.json<{ codesSecours: string[] }>().codesSecours }
}

test('requires no code before a first one has confirmed the secret', async () => {
  const begun = await post('')
  expect(begun.statusCode).toBe(201)
  const { secret, adresse } = begun.json<Enrolement>()
  expect(Buffer.from(Secret.fromBase32(secret).bytes)).toHaveLength(20)
  expect(URI.parse(adresse)).toMatchObject({ issuer: 'Éclats', label: claire.email, digits: 6, period: 30 })
  expect(await read()).toEqual({ depuis: null, codesRestants: 0 })
  expect((await login()).statusCode).toBe(200)
  const wrong = await post('/activation', { code: '000000' })
  expect([wrong.statusCode, codeOf(wrong)]).toEqual([400, 'secondFacteur.code_incorrect'])
  expect((await login()).statusCode).toBe(200)
})

test('is not enabled by a recovery code of a passkey, which proves nothing about the app', async () => {
  await uneCleAcces(server, claire)
  const enforced = await server.call('PUT', '/auth/cles-acces/exigence', { token: claire.token })
  const [code = ''] = enforced.json<{ codesSecours: string[] }>().codesSecours
  await post('')
  const answer = await post('/activation', { code })
  expect([answer.statusCode, codeOf(answer)]).toEqual([400, 'secondFacteur.code_incorrect'])
  expect(await read()).toMatchObject({ codesRestants: 10 })
})

test('signs other devices out when it is enabled, and mails the owner', async () => {
  const other = (await login()).json<{ token: string }>().token
  const { codes } = await switchOn()
  expect(await read()).toMatchObject({ depuis: expect.any(String), codesRestants: 10 })
  expect(new Set(codes).size).toBe(10)
  expect((await server.call('GET', '/auth/me', { token: other })).statusCode).toBe(401)
  expect((await mailsTo(server, claire.email)).map(({ sujet }) => sujet)).toEqual([
    'La connexion en deux étapes est activée',
  ])
  expect(codeOf(await post(''))).toBe('secondFacteur.actif')
})

test('accepts a code once, within one step before and after, only with the correct password', async () => {
  const { secret } = await switchOn()
  const missing = await login()
  expect([missing.statusCode, codeOf(missing)]).toEqual([401, 'session.code_requis'])
  expect(codeOf(await login({ password: 'Mauvais2026!', code: codeAt(secret) }))).toBe('session.identifiants')
  expect(codeOf(await login({ code: codeAt(secret, -2 * stepMs) }))).toBe('session.code_incorrect')
  const code = codeAt(secret)
  expect((await login({ code: `${code.slice(0, 3)} ${code.slice(3)}` })).statusCode).toBe(200)
  expect(codeOf(await login({ code }))).toBe('session.code_incorrect')
  expect(codeOf(await login({ code: codeAt(secret, -stepMs) }))).toBe('session.code_incorrect')
  expect((await login({ code: codeAt(secret, stepMs) })).statusCode).toBe(200)
})

test('opens one session when two concurrent logins use the same code', async () => {
  const { secret } = await switchOn()
  const code = codeAt(secret)
  const answers = await Promise.all([login({ code }), login({ code })])
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 401])
})

test('accepts each recovery code once, in any notation', async () => {
  const { codes } = await switchOn()
  const [first = '', second = ''] = codes
  expect((await login({ code: first })).statusCode).toBe(200)
  expect(codeOf(await login({ code: first }))).toBe('session.code_incorrect')
  expect((await login({ code: second.toLowerCase().replaceAll('-', ' ') })).statusCode).toBe(200)
  expect(await read()).toMatchObject({ codesRestants: 8 })
})

test('refuses a code of another person', async () => {
  const karim = await unUtilisateur(server)
  const other = await switchOn(karim)
  await switchOn()
  expect(codeOf(await login({ code: other.codes[0] }))).toBe('session.code_incorrect')
  expect(codeOf(await login({ code: codeAt(other.secret) }))).toBe('session.code_incorrect')
})

test('locks after five wrong codes in a quarter of an hour, also for recovery codes', async () => {
  const { secret, codes } = await switchOn()
  for (let n = 0; n < 5; n += 1) expect(codeOf(await login({ code: '000000' }))).toBe('session.code_incorrect')
  expect((await login({ code: codes[0] })).statusCode).toBe(429)
  server.clock.advance(15 * 60_000)
  expect((await login({ code: codeAt(secret) })).statusCode).toBe(200)
})

test('replaces recovery codes after a proof', async () => {
  const { codes } = await switchOn()
  server.clock.advance(10 * 60_000)
  expect(codeOf(await post('/codes'))).toBe('utilisateur.mot_de_passe_requis')
  const renewed = await post('/codes', { motDePasseActuel: motDePasseDeTest })
  const fresh = renewed.json<{ codesSecours: string[] }>().codesSecours
  expect(fresh).toHaveLength(10)
  expect(codeOf(await login({ code: codes[0] }))).toBe('session.code_incorrect')
  expect((await login({ code: fresh[0] })).statusCode).toBe(200)
})

test('is disabled by a code and a proof together', async () => {
  const { secret, codes } = await switchOn()
  server.clock.advance(10 * 60_000)
  const motDePasseActuel = motDePasseDeTest
  expect(codeOf(await remove({ code: codes[0] }))).toBe('utilisateur.mot_de_passe_requis')
  expect(codeOf(await remove({ code: '000000', motDePasseActuel }))).toBe('secondFacteur.code_incorrect')
  expect((await remove({ code: codeAt(secret), motDePasseActuel })).statusCode).toBe(200)
  expect(await read()).toEqual({ depuis: null, codesRestants: 0 })
  expect((await login()).statusCode).toBe(200)
})

test('stays enabled when the password is reset by mail', async () => {
  const { secret } = await switchOn()
  const token = await createReinitialisation(server.parts, claire)
  const password = 'Nouvelle2026!'
  await server.call('POST', '/auth/reset-password', { body: { token, newPassword: password } })
  expect(codeOf(await login({ password }))).toBe('session.code_requis')
  expect((await login({ password, code: codeAt(secret) })).statusCode).toBe(200)
})

test('stores neither the secret nor a recovery code in plain text, in the database or the log', async () => {
  const { secret, codes } = await switchOn()
  await login({ code: codes[0] })
  const { database } = server.parts
  const rows = [
    await database.selectFrom('secondFacteur').selectAll().execute(),
    await database.selectFrom('codeSecours').selectAll().execute(),
    await database.selectFrom('courriel').selectAll().execute(),
    await database.selectFrom('audit').selectAll().execute(),
    server.logs,
  ]
  const text = JSON.stringify(rows)
  expect(text).not.toContain(secret)
  for (const code of codes) {
    expect(text).not.toContain(code)
    expect(text).not.toContain(code.replaceAll('-', ''))
  }
})

test('refuses a secret that was copied from the row of another person', async () => {
  const karim = await unUtilisateur(server)
  const { secret } = await switchOn(karim)
  await switchOn()
  const { database } = server.parts
  const row = await database
    .selectFrom('secondFacteur')
    .select('secret')
    .where('utilisateurId', '=', karim.id)
    .executeTakeFirstOrThrow()
  await database.updateTable('secondFacteur').set(row).where('utilisateurId', '=', claire.id).execute()
  expect(codeOf(await login({ code: codeAt(secret) }))).toBe('session.code_incorrect')
})

test('is disabled by the operator command, and the owner gets a mail', async () => {
  await switchOn()
  expect(await dropSecondFacteur(server.parts, claire.email)).toBe(true)
  expect((await login()).statusCode).toBe(200)
  const mails = await mailsTo(server, claire.email)
  expect(mails.map(({ sujet }) => sujet)).toEqual([
    'La connexion en deux étapes est activée',
    'La connexion en deux étapes est désactivée',
  ])
  expect(mails[1]?.texte).toContain('La personne qui gère ce service a désactivé la connexion en deux étapes')
  expect(mails[1]?.texte).toContain("Si vous ne l'avez pas demandé, choisissez")
  expect(mails[1]?.texte).not.toContain("Si ce n'est pas vous")
  expect(await dropSecondFacteur(server.parts, claire.email)).toBe(false)
  expect(await dropSecondFacteur(server.parts, 'personne@eclats.test')).toBeNull()
})

test('is deleted when the account is erased', async () => {
  const karim = await unUtilisateur(server)
  await switchOn(karim)
  await server.call('DELETE', '/frontend/participant/data', { token: karim.token })
  const { database } = server.parts
  const rows = database.selectFrom('secondFacteur').select('id').where('utilisateurId', '=', karim.id)
  expect(await rows.execute()).toEqual([])
})

test('gives ten different recovery codes of 120 bits each', async () => {
  const { codes } = await switchOn()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^(?:[2-9A-HJ-NP-Z]{4}-){5}[2-9A-HJ-NP-Z]{4}$/)
})
