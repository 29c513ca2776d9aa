import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { dropSecondFacteur } from '#server/admin/dropSecondFacteur.ts'
import { makeAdministrateur } from '#server/admin/administrateur.ts'
import { createReinitialisation } from '#server/utilisateur/reinitialisation.usecases.ts'
import { updateUtilisateur } from '#server/utilisateur/utilisateur.repository.ts'
import { Authenticator, type Wrong } from '#tests/support/authenticator.ts'
import { motDePasseDeTest, type PersonneDeTest, unOrganisateur, unUtilisateur } from '#tests/support/builders.ts'
import { beginAjout, beginLogin, proofBy, uneCleAcces } from '#tests/support/clesAcces.ts'
import { mailsTo } from '#tests/support/mailbox.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

let server: TestServer
let claire: PersonneDeTest
let authenticator: Authenticator
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  server.clock.advance(15 * 60_000)
  claire = await unOrganisateur(server)
  authenticator = await uneCleAcces(server, claire)
})
afterAll(() => server.stop())

const enter = (body: object, headers: Record<string, string> = {}) =>
  server.call('POST', '/auth/login/cle-acces', { body, headers })
const codeOf = (answer: Awaited<ReturnType<typeof enter>>) => answer.json<{ code: string }>().code
const login = (person: PersonneDeTest) =>
  server.call('POST', '/auth/login', { body: { email: person.email, password: motDePasseDeTest } })
const refusals = () =>
  server.parts.database.selectFrom('audit').selectAll().where('action', '=', 'session/refusee').orderBy('id').execute()

test('opens a session with the passkey alone, also when logins require a second factor', async () => {
  await server.call('PUT', '/auth/cles-acces/exigence', { token: claire.token })
  const answer = await enter(await proofBy(server, authenticator))
  expect([answer.statusCode, answer.json()]).toMatchObject([200, { prenom: 'Claire', nom: 'Durand' }])
  const { token } = answer.json<{ token: string }>()
  const listed = await server.call('GET', '/auth/cles-acces', { token })
  expect(listed.json()).toMatchObject({ cles: [{ derniereUtilisation: server.clock.now().toISOString() }] })
  // A fresh login is accepted where a proof is required.
  expect((await server.call('POST', '/auth/cles-acces/defi', { token })).statusCode).toBe(201)
})

test('sets the same cookies as a login by password, and ends the previous session of the browser', async () => {
  const headers = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0' }
  const first = await enter({ ...(await proofBy(server, authenticator)), seSouvenir: true }, headers)
  const cookies = [first.headers['set-cookie']].flat().map((line) => String(line).split(';')[0] ?? '')
  expect(cookies.map((line) => line.split('=')[0])).toEqual(['eclats_session', 'eclats_appareil'])
  const cookie = cookies.join('; ')
  const second = await enter({ ...(await proofBy(server, authenticator)), seSouvenir: true }, { ...headers, cookie })
  const old = await server.call('GET', '/auth/me', { token: first.json<{ token: string }>().token })
  expect(old.statusCode).toBe(401)
  const { token } = second.json<{ token: string }>()
  const devices = (await server.call('GET', '/auth/appareils', { token })).json<{ nom: string }[]>()
  expect(devices.filter(({ nom }) => nom === 'Firefox sur Windows')).toHaveLength(1)
})

test('reveals no account in the challenge', async () => {
  const { options } = await beginLogin(server)
  expect(options).toEqual({
    challenge: expect.stringMatching(/^[\w-]{43}$/),
    rpId: 'eclats.test',
    timeout: 300_000,
    userVerification: 'required',
  })
})

const wrongs: Record<string, Wrong> = {
  'another origin': { origin: 'http://ailleurs.test' },
  'another relying party': { rpId: 'ailleurs.test' },
  'another challenge': { challenge: 'A'.repeat(43) },
  'the making of a passkey': { type: 'webauthn.create' },
  'an unverified person': { isVerified: false },
}
test.each(Object.entries(wrongs))('refuses %s, records it, and invalidates the challenge', async (_, wrong) => {
  const before = (await refusals()).length
  const { defi, options } = await beginLogin(server)
  const answer = await enter({ defi, reponse: authenticator.use(options, wrong) })
  expect([answer.statusCode, codeOf(answer)]).toEqual([401, 'session.cle_refusee'])
  expect(codeOf(await enter({ defi, reponse: authenticator.use(options) }))).toBe('session.cle_refusee')
  // The challenge of the second answer was never issued; the audit must not fill up with such answers.
  expect(await refusals()).toHaveLength(before + 1)
})

test('refuses a signature of another key', async () => {
  const { defi, options } = await beginLogin(server)
  const other = new Authenticator(server.parts.publicUrl).use(options)
  const reponse = { ...authenticator.use(options), response: other.response }
  expect(codeOf(await enter({ defi, reponse }))).toBe('session.cle_refusee')
})

test('refuses an unknown passkey', async () => {
  const unknown = new Authenticator(server.parts.publicUrl)
  expect(codeOf(await enter(await proofBy(server, unknown)))).toBe('session.cle_refusee')
})

test('accepts a challenge once, also concurrently, and not after five minutes', async () => {
  const proof = await proofBy(server, authenticator)
  const answers = await Promise.all([enter(proof), enter(proof)])
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 401])
  expect(codeOf(await enter(proof))).toBe('session.cle_refusee')
  const late = await proofBy(server, authenticator)
  server.clock.advance(5 * 60_000)
  expect(codeOf(await enter(late))).toBe('session.cle_refusee')
})

test('refuses the secret of another challenge and a challenge for adding', async () => {
  const [mine, other] = [await beginLogin(server), await beginLogin(server)]
  expect(codeOf(await enter({ defi: other.defi, reponse: authenticator.use(mine.options) }))).toBe(
    'session.cle_refusee',
  )
  const { defi, options } = await beginAjout(server, await unOrganisateur(server))
  const reponse = authenticator.use({ challenge: options.challenge, rpId: options.rp.id })
  expect(codeOf(await enter({ defi, reponse }))).toBe('session.cle_refusee')
})

test('refuses a counter that does not increase, and records it', async () => {
  const karim = await unOrganisateur(server)
  const counting = await uneCleAcces(server, karim, 7)
  const copy = counting.copy()
  expect((await enter(await proofBy(server, counting))).statusCode).toBe(200)
  expect((await enter(await proofBy(server, counting))).statusCode).toBe(200)
  expect(codeOf(await enter(await proofBy(server, counting.copy(0))))).toBe('session.cle_copiee')
  const refused = await enter(await proofBy(server, copy))
  expect([refused.statusCode, codeOf(refused)]).toEqual([401, 'session.cle_copiee'])
  const last = (await refusals()).at(-1)
  expect([last?.objet, last?.detail]).toEqual([`utilisateur:${karim.id}`, '{"raison":"compteur"}'])
  expect((await enter(await proofBy(server, counting))).statusCode).toBe(200)
})

test('opens no deactivated, archived or erased account', async () => {
  const { database } = server.parts
  const enterAgain = async () => codeOf(await enter(await proofBy(server, authenticator)))
  await updateUtilisateur(database, claire.id, { statutActif: 0 })
  expect(await enterAgain()).toBe('session.compte_desactive')
  await updateUtilisateur(database, claire.id, { statutActif: 1, archiveLe: server.clock.now().toISOString() })
  expect(await enterAgain()).toBe('session.compte_archive')
  expect((await mailsTo(server, claire.email)).at(-1)?.texte).toContain('/restaurer?token=')
  const lea = await unUtilisateur(server)
  const hers = await uneCleAcces(server, lea)
  const proof = await proofBy(server, hers)
  await server.call('DELETE', '/frontend/participant/data', { token: lea.token })
  expect(codeOf(await enter(proof))).toBe('session.cle_refusee')
})

test('limits a network to a hundred challenges in a quarter of an hour', async () => {
  for (let n = 0; n < 100; n += 1) await server.call('POST', '/auth/login/defi')
  const answer = await server.call('POST', '/auth/login/defi')
  expect([answer.statusCode, codeOf(answer)]).toEqual([429, 'requete.trop_de_tentatives'])
})

test('still opens the account after a password reset by mail', async () => {
  const token = await createReinitialisation(server.parts, claire)
  await server.call('POST', '/auth/reset-password', { body: { token, newPassword: 'Nouvelle2026!' } })
  expect((await enter(await proofBy(server, authenticator))).statusCode).toBe(200)
})

test('is deleted when the owner of an unconfirmed address resets the password by mail', async () => {
  const squatter = await unUtilisateur(server, { confirme: false })
  const his = await uneCleAcces(server, squatter)
  await server.call('PUT', '/auth/cles-acces/exigence', { token: squatter.token })
  const token = await createReinitialisation(server.parts, squatter)
  await server.call('POST', '/auth/reset-password', { body: { token, newPassword: 'Nouvelle2026!' } })
  expect(codeOf(await enter(await proofBy(server, his)))).toBe('session.cle_refusee')
  const audits = server.parts.database.selectFrom('audit').select('action').where('acteurId', '=', squatter.id)
  expect(await audits.execute()).toContainEqual({ action: 'utilisateur/second-facteur-desactive' })
  const body = { email: squatter.email, password: 'Nouvelle2026!' }
  expect((await server.call('POST', '/auth/login', { body })).statusCode).toBe(200)
})

test('is deleted when an account with an unconfirmed address becomes administrator', async () => {
  const squatter = await unUtilisateur(server, { confirme: false })
  const his = await uneCleAcces(server, squatter)
  await makeAdministrateur(server.parts, squatter.email)
  expect(codeOf(await enter(await proofBy(server, his)))).toBe('session.cle_refusee')
})

test('is removed by the operator command, and the owner gets a mail', async () => {
  await server.call('PUT', '/auth/cles-acces/exigence', { token: claire.token })
  expect(codeOf(await login(claire))).toBe('session.cle_requise')
  expect(await dropSecondFacteur(server.parts, claire.email)).toBe(true)
  expect((await login(claire)).statusCode).toBe(200)
  expect(codeOf(await enter(await proofBy(server, authenticator)))).toBe('session.cle_refusee')
  expect((await mailsTo(server, claire.email)).at(-1)?.sujet).toBe('La connexion en deux étapes est désactivée')
  expect(await dropSecondFacteur(server.parts, claire.email)).toBe(false)
})
