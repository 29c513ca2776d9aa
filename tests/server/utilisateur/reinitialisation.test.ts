import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { createLogger } from '#server/http/logging.ts'
import { runMail } from '#server/jobs.ts'
import { smtpMailer } from '#server/mail/smtpMailer.ts'
import { answerReinitialisations } from '#server/utilisateur/reinitialisation.usecases.ts'
import { motDePasseDeTest, unUtilisateur } from '#tests/support/builders.ts'
import { mailedToken, mailsTo } from '#tests/support/mailbox.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'
import { startSmtpPeer } from '#tests/support/smtpPeer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const minute = 60_000
const forgot = (email: unknown, app = server.app) =>
  app.inject({ method: 'POST', url: '/api/auth/forgot-password', payload: { email } })
const reset = (token: unknown, newPassword: unknown = 'nouveau chemin') =>
  server.call('POST', '/auth/reset-password', { body: { token, newPassword } })
const login = (email: string, password: string, seSouvenir = false) =>
  server.call('POST', '/auth/login', { body: { email, password, seSouvenir } })
const linkOf = async (email: string) => {
  await forgot(email)
  return mailedToken(server, email, 'reset-password')
}
const refused = {
  message: 'Le lien de réinitialisation est invalide ou a expiré.',
  code: 'utilisateur.reinitialisation_invalide',
}

test('sets a new password by the mailed link, ends every session and notifies the owner', async () => {
  const { email, token: session } = await unUtilisateur(server, { confirme: false })
  const remembered = await login(email, motDePasseDeTest, true)
  const cookie = String(remembered.headers['set-cookie']).split(';')[0] ?? ''
  await forgot(` ${email.toUpperCase()} `)
  const link = await mailedToken(server, email, 'reset-password')
  expect((await reset(link)).statusCode).toBe(200)
  expect((await login(email, motDePasseDeTest)).statusCode).toBe(401)
  expect((await login(email, 'nouveau chemin')).statusCode).toBe(200)
  expect((await server.call('GET', '/auth/me', { token: session })).statusCode).toBe(401)
  expect((await server.call('POST', '/auth/session', { headers: { cookie } })).statusCode).toBe(401)
  expect((await mailsTo(server, email)).at(-1)?.sujet).toBe('Votre mot de passe a été changé')
  const proven = server.parts.database.selectFrom('utilisateur').select('emailConfirmeLe').where('email', '=', email)
  expect((await proven.executeTakeFirstOrThrow()).emailConfirmeLe).not.toBeNull()
})

test('sends the mail by SMTP, and stores no secret of it in the log or the database', async () => {
  const peer = await startSmtpPeer()
  const { email } = await unUtilisateur(server, { prenom: 'Zoé' })
  await forgot(email)
  const origin = { from: { name: 'Éclats', address: 'a@eclats.test' }, publicUrl: 'http://eclats.test' }
  await runMail({ ...server.parts, mailer: smtpMailer(peer.server, origin) }, server.app.log)
  const mail = peer.received.find(({ to }) => to[0] === email)?.mail
  const token = /http:\/\/eclats\.test\/reset-password\?token=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
  expect(mail?.text).toContain('Bonjour Zoé,')
  expect(mail?.text).toContain('30 minutes')
  expect(mail?.html).toContain(`href="http://eclats.test/reset-password?token=${token}"`)
  const { database } = server.parts
  const rows = [
    await database.selectFrom('jeton').selectAll().execute(),
    await database.selectFrom('courriel').selectAll().execute(),
    await database.selectFrom('audit').selectAll().execute(),
  ]
  expect(JSON.stringify(rows)).not.toContain(token)
  expect((await reset(token)).statusCode).toBe(200)
  expect(server.logs.join('')).not.toContain(token)
  expect(server.logs.join('')).not.toContain(email)
})

test('answers known, unknown and closed accounts with the same bytes and the same work', async () => {
  const { email } = await unUtilisateur(server)
  const { email: closed } = await unUtilisateur(server, { actif: false })
  const statements: string[] = []
  const recorder: KyselyPlugin = {
    transformQuery({ node }) {
      statements.push(JSON.stringify(node))
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
  const parts = { ...server.parts, database: server.parts.database.withPlugin(recorder) }
  const app = await buildApp(parts, { logger: createLogger('silent'), dist: null, trustedProxies: [] })
  const work = async (address: string) => {
    statements.length = 0
    const { statusCode, body, headers } = await forgot(address, app)
    return {
      statusCode,
      body,
      length: headers['content-length'],
      statements: statements.map((text) => text.replaceAll(address, 'X')),
    }
  }
  const known = await work(email)
  expect(known.body).toContain('Si un compte est associé à cette adresse, un lien a été envoyé.')
  expect(known.statements.length).toBeGreaterThan(3)
  expect(known.statements.join('')).not.toContain('"name":"utilisateur"')
  expect(await work('personne@nulle-part.test')).toEqual(known)
  expect(await work(closed)).toEqual(known)
  await app.close()
  await answerReinitialisations(server.parts)
  expect(await mailsTo(server, email)).toHaveLength(1)
  expect(await mailsTo(server, closed)).toEqual([])
  expect(await mailsTo(server, 'personne@nulle-part.test')).toEqual([])
  expect(await server.parts.database.selectFrom('demandeReinitialisation').selectAll().execute()).toEqual([])
})

test('mails the links of the others when the work on one request fails, and tries it again', async () => {
  await answerReinitialisations(server.parts)
  const [first, second] = [await unUtilisateur(server), await unUtilisateur(server)]
  for (const { email } of [first, second]) await forgot(email)
  let failures = 0
  const now = () => {
    if (failures > 0) return server.clock.now()
    failures += 1
    throw new Error('one fails')
  }
  await expect(answerReinitialisations({ ...server.parts, clock: { now } })).rejects.toThrow('one fails')
  expect(await mailsTo(server, first.email)).toEqual([])
  expect(await mailsTo(server, second.email)).toHaveLength(1)
  await answerReinitialisations(server.parts)
  expect(await mailsTo(server, first.email)).toHaveLength(1)
})

test('limits to three an hour per address, known or not; two senders mail one link', async () => {
  const { email } = await unUtilisateur(server)
  for (const address of [email, 'autre@nulle-part.test']) {
    for (let i = 0; i < 3; i += 1) expect((await forgot(address)).statusCode).toBe(200)
    const fourth = await forgot(address)
    expect(fourth.statusCode).toBe(429)
    expect(fourth.json()).toMatchObject({ message: 'Trop de tentatives. Réessayez dans 60 min.' })
  }
  await Promise.all([answerReinitialisations(server.parts), answerReinitialisations(server.parts)])
  expect(await mailsTo(server, email)).toHaveLength(3)
  expect((await forgot('zoe')).json()).toMatchObject({ message: 'Veuillez saisir une adresse email valide' })
})

test('accepts one of fifty concurrent uses of a link', async () => {
  const { email } = await unUtilisateur(server)
  const link = await linkOf(email)
  const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => reset(link, `parallele-${i}`)))
  expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(1)
  const winner = answers.findIndex((answer) => answer.statusCode === 200)
  for (const answer of answers.filter((one) => one.statusCode !== 200)) expect(answer.json()).toEqual(refused)
  expect((await login(email, `parallele-${winner}`)).statusCode).toBe(200)
})

test('answers the same link with the same password again, and leaves the new sessions open', async () => {
  const { email } = await unUtilisateur(server)
  const link = await linkOf(email)
  const first = await reset(link)
  const { token } = (await login(email, 'nouveau chemin')).json<{ token: string }>()
  const mails = (await mailsTo(server, email)).length
  const again = await reset(link)
  expect([again.statusCode, again.json()]).toEqual([200, first.json()])
  expect((await server.call('GET', '/auth/me', { token })).statusCode).toBe(200)
  expect(await mailsTo(server, email)).toHaveLength(mails)
  expect((await reset(link, 'autre chemin')).json()).toEqual(refused)
  server.clock.advance(30 * minute)
  expect((await reset(link)).json()).toEqual(refused)
})

test('expires a link after half an hour, after use of another one, and for a closed account', async () => {
  const { email, id } = await unUtilisateur(server)
  const [first, second, late] = [await linkOf(email), await linkOf(email), await linkOf(email)]
  expect(new Set([first, second, late]).size).toBe(3)
  expect((await reset(first)).statusCode).toBe(200)
  expect((await reset(second, 'autre chemin')).json()).toEqual(refused)
  expect((await reset('x'.repeat(43))).json()).toEqual(refused)
  server.clock.advance(60 * minute)
  const old = await linkOf(email)
  server.clock.advance(30 * minute)
  expect((await reset(old)).json()).toEqual(refused)
  const last = await linkOf(email)
  await server.parts.database.updateTable('utilisateur').set({ statutActif: 0 }).where('id', '=', id).execute()
  expect((await reset(last)).json()).toEqual(refused)
})

test('returns the messages of the form, also for a common password, and keeps the link valid', async () => {
  const { email } = await unUtilisateur(server, { prenom: 'Josephine' })
  const link = await linkOf(email)
  expect((await reset('')).json()).toMatchObject({ message: 'Lien invalide ou manquant.' })
  expect((await reset(undefined)).json()).toMatchObject({ message: 'Lien invalide ou manquant.' })
  expect((await reset(link, 'court')).json()).toMatchObject({
    message: 'Le mot de passe doit contenir au moins 6 caractères.',
  })
  for (const common of ['123456', 'Azerty1!', 'motdepasse', 'josephine']) {
    expect((await reset(link, common)).json()).toMatchObject({ code: 'utilisateur.mot_de_passe_courant' })
  }
  expect((await reset(link, 'gelée de coing')).statusCode).toBe(200)
})

test('unlocks a login that was locked by guessing when a new password is set', async () => {
  const { email } = await unUtilisateur(server)
  for (let i = 0; i < 6; i += 1) await login(email, 'Mauvais2026!')
  expect((await login(email, motDePasseDeTest)).statusCode).toBe(429)
  await reset(await linkOf(email))
  expect((await login(email, 'nouveau chemin')).statusCode).toBe(200)
})

test("accepts the owner's requests when other networks have used up their limit", async () => {
  const behind = await startTestServer({ trustedProxies: ['127.0.0.1'] })
  const { email } = await unUtilisateur(behind)
  const ask = (ip: string, cookie = '') =>
    behind.call('POST', '/auth/forgot-password', { body: { email }, headers: { 'x-forwarded-for': ip, cookie } })
  const signed = await behind.call('POST', '/auth/login', { body: { email, password: motDePasseDeTest } })
  const cookie = String(signed.headers['set-cookie']).split(';')[0] ?? ''
  for (let n = 1; n <= 10; n += 1) {
    for (const status of [200, 200, 200, 429]) expect((await ask(`203.0.113.${n}`)).statusCode).toBe(status)
  }
  expect((await ask('198.51.100.1')).statusCode).toBe(200)
  // Also in the network of an attacker, on a device on which the account has signed in.
  expect((await ask('203.0.113.1', cookie)).statusCode).toBe(200)
  await behind.stop()
})

test('mails three links at once and then one in 20 minutes, whose last one is still valid', async () => {
  const behind = await startTestServer({ trustedProxies: ['127.0.0.1'] })
  const { email } = await unUtilisateur(behind)
  let network = 0
  const askOften = async () => {
    for (let n = 0; n < 10; n += 1) {
      network += 1
      const headers = { 'x-forwarded-for': `203.0.113.${network}` }
      await behind.call('POST', '/auth/forgot-password', { body: { email }, headers })
    }
    await answerReinitialisations(behind.parts)
  }
  await askOften()
  expect(await mailsTo(behind, email)).toHaveLength(3)
  behind.clock.advance(20 * minute - 1)
  await askOften()
  expect(await mailsTo(behind, email)).toHaveLength(3)
  const token = await mailedToken(behind, email, 'reset-password')
  behind.clock.advance(1)
  await askOften()
  expect(await mailsTo(behind, email)).toHaveLength(4)
  const body = { token, newPassword: 'gelée de coing' }
  expect((await behind.call('POST', '/auth/reset-password', { body })).statusCode).toBe(200)
  // The earlier links have expired: the next request is mailed at once.
  await askOften()
  expect(await mailsTo(behind, email)).toHaveLength(6)
  await behind.stop()
})
