import { afterAll, beforeAll, expect, test } from 'vitest'
import { activateSecondFacteur, findSecondFacteur, keepSecret } from '#server/secondFacteur/secondFacteur.repository.ts'
import { answerReinitialisations } from '#server/utilisateur/reinitialisation.usecases.ts'
import {
  motDePasseDeTest,
  type PersonneDeTest,
  unEvenement,
  unOrganisateur,
  unUtilisateur,
} from '#tests/support/builders.ts'
import { mailedToken, mailsTo } from '#tests/support/mailbox.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

let server: TestServer
let claire: PersonneDeTest
beforeAll(async () => {
  server = await startTestServer()
  claire = await unOrganisateur(server)
})
afterAll(() => server.stop())

let count = 0
const anAddress = () => `victime${(count += 1)}@eclats.test`
const invite = (id: number, email: string, path = 'inviter') =>
  server.call('POST', `/frontend/organisateur/evenements/${id}/${path}`, { token: claire.token, body: { email } })
const read = async ({ token }: PersonneDeTest, path: string) => server.call('GET', path, { token })

/** A private event with an invitation to the address, a failed login and a reset request of the address. */
async function rowsOf(email: string) {
  const { id } = await unEvenement(server, { createurId: claire.id, statut: 'PLANIFIE', titre: 'Noces secrètes' })
  expect((await invite(id, email, 'inviter-inscription')).statusCode).toBe(201)
  await server.call('POST', '/auth/login', { body: { email, password: 'Mauvais2026!' } })
  await server.call('POST', '/auth/forgot-password', { body: { email } })
  return { id, rows: await held(email) }
}

/** Everything that the database stores for an address. */
async function held(email: string) {
  const { database } = server.parts
  return {
    invitations: await database.selectFrom('invitation').select('id').where('email', '=', email).execute(),
    mail: (await mailsTo(server, email)).filter(({ sujet }) => sujet.startsWith('Invitation')),
    attempts: await database
      .selectFrom('tentative')
      .selectAll()
      .where('cle', 'in', [`login:${email}`, `oubli:${email}`])
      .execute(),
    requests: await database.selectFrom('demandeReinitialisation').selectAll().where('email', '=', email).execute(),
  }
}

async function seesNothing(person: PersonneDeTest, id: number) {
  expect((await read(person, '/frontend/participant/invitations')).json()).toEqual([])
  expect((await read(person, '/frontend/participant/evenements')).json()).toEqual([])
  expect((await read(person, `/frontend/participant/evenements/${id}`)).statusCode).toBe(404)
  expect((await read(person, '/notifications')).json()).toEqual([])
  const exported = (await read(person, '/frontend/participant/data')).json<Record<string, unknown>>()
  expect(JSON.stringify(exported)).not.toContain('Noces')
  expect(exported).toMatchObject({ invitations: [], demandesReinitialisation: [] })
  expect(JSON.stringify(exported['tentatives'])).not.toMatch(/login:|oubli:/)
  expect(JSON.stringify(exported['courriels'])).not.toContain('Invitation')
}

test('shows, exports and erases nothing of an address that the account has not confirmed', async () => {
  const email = anAddress()
  const { id, rows } = await rowsOf(email)
  const squatter = await unUtilisateur(server, { email, confirme: false })
  await seesNothing(squatter, id)
  const answered = await server.call('POST', `/frontend/participant/invitations/${rows.invitations[0]?.id}/repondre`, {
    token: squatter.token,
    body: { statut: 'ACCEPTEE' },
  })
  expect(answered.statusCode).toBe(404)
  expect((await server.call('DELETE', '/frontend/participant/data', { token: squatter.token })).statusCode).toBe(200)
  expect(await held(email)).toEqual(rows)
})

test('shows, exports and erases nothing of a pending address in the profile', async () => {
  const email = anAddress()
  const { id, rows } = await rowsOf(email)
  const squatter = await unUtilisateur(server)
  const body = { nom: 'Martin', prenom: 'Lea', email, motDePasseActuel: motDePasseDeTest }
  expect((await server.call('PUT', '/auth/me', { token: squatter.token, body })).statusCode).toBe(200)
  await seesNothing(squatter, id)
  expect((await server.call('DELETE', '/frontend/participant/data', { token: squatter.token })).statusCode).toBe(200)
  expect(await held(email)).toEqual(rows)
})

test('hides a private event when its organiser invites the unconfirmed address of an account', async () => {
  const email = anAddress()
  const squatter = await unUtilisateur(server, { email, confirme: false, prenom: 'Gagnez' })
  const { id } = await unEvenement(server, { createurId: claire.id, statut: 'PLANIFIE', titre: 'Noces secrètes' })
  const sent = await invite(id, email)
  expect(sent.statusCode).toBe(201)
  await seesNothing(squatter, id)
  const mail = (await mailsTo(server, email)).find(({ sujet }) => sujet.startsWith('Invitation'))
  expect(mail?.texte).not.toContain('Gagnez')
  expect((await invite(id, email)).json()).toMatchObject({ code: 'invitation.deja_envoyee' })

  await server.call('POST', '/auth/forgot-password', { body: { email } })
  await answerReinitialisations(server.parts)
  const token = await mailedToken(server, email, 'reset-password')
  const newPassword = 'gelée de coing'
  expect((await server.call('POST', '/auth/reset-password', { body: { token, newPassword } })).statusCode).toBe(200)
  const login = await server.call('POST', '/auth/login', { body: { email, password: newPassword } })
  const owner = { ...squatter, token: login.json<{ token: string }>().token }
  expect((await read(owner, '/frontend/participant/invitations')).json()).toMatchObject([{ evenement: { id } }])
  expect((await read(owner, `/frontend/participant/evenements/${id}`)).statusCode).toBe(200)
})

test('mails no notice and no account change to an unconfirmed address', async () => {
  const person = await unUtilisateur(server, { confirme: false })
  const body = { nom: 'Martin', prenom: 'Lea', email: person.email, newPassword: 'Gelée2026!coing' }
  expect((await server.call('PUT', '/auth/me', { token: person.token, body })).statusCode).toBe(200)
  expect(await mailsTo(server, person.email)).toEqual([])
})

test.each([
  [false, 200],
  [true, 401],
])('asks for the second factor after a reset when the address was confirmed before: %s', async (confirme, status) => {
  const { email, id } = await unUtilisateur(server, { email: anAddress(), confirme })
  const { database } = server.parts
  const now = server.clock.now().toISOString()
  await keepSecret(database, { utilisateurId: id, secret: 'sealed', creeLe: now })
  const facteur = await findSecondFacteur(database, id)
  await activateSecondFacteur(database, facteur?.id ?? 0, now)
  await server.call('POST', '/auth/forgot-password', { body: { email } })
  const token = await mailedToken(server, email, 'reset-password')
  const password = 'gelée de coing'
  await server.call('POST', '/auth/reset-password', { body: { token, newPassword: password } })
  expect((await server.call('POST', '/auth/login', { body: { email, password } })).statusCode).toBe(status)
})
