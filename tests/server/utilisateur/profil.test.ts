import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { typographie } from '#domain/texte/typographie.ts'
import type { Profil } from '#domain/utilisateur/profil.ts'
import {
  motDePasseDeTest,
  type PersonneDeTest,
  unEvenement,
  uneInscription,
  uneInvitation,
  unOrganisateur,
  unUtilisateur,
} from '#tests/support/builders.ts'
import { mailedToken, mailsTo } from '#tests/support/mailbox.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

const minute = 60_000
let server: TestServer
let lea: PersonneDeTest
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  lea = await unUtilisateur(server, { prenom: 'Léa', nom: 'Fournier' })
})

const put = (change: object, token = lea.token) =>
  server.call('PUT', '/auth/me', {
    token,
    body: { nom: lea.nom, prenom: lea.prenom, email: lea.email, ...change },
  })
const me = (token = lea.token) => server.call('GET', '/auth/me', { token })
const signIn = async (email: string, password = motDePasseDeTest) => {
  const answer = await server.call('POST', '/auth/login', { body: { email, password } })
  return { status: answer.statusCode, token: answer.json<{ token?: string }>().token ?? '' }
}
const confirm = (token: string, link: string) =>
  server.call('POST', '/auth/confirm-email', { token, body: { token: link } })

test('changes names at once with any login age, and signs no device out', async () => {
  const other = await signIn(lea.email)
  server.clock.advance(30 * minute)
  const answer = await put({ nom: 'Le Goff', prenom: "N'Guyen", role: 'ADMINISTRATEUR', statutActif: false })
  expect(answer.json()).toMatchObject({ nom: 'Le Goff', prenom: "N'Guyen", role: 'PARTICIPANT', statutActif: true })
  expect((await me(other.token)).json()).toMatchObject({ nom: 'Le Goff', emailConfirme: true, emailEnAttente: null })
})

test.each([
  [{ nom: '' }, 'Veuillez remplir tous les champs obligatoires (Prénom, Nom, Email)'],
  [{ prenom: undefined }, 'Veuillez remplir tous les champs obligatoires (Prénom, Nom, Email)'],
  [{ email: ' ' }, 'Veuillez remplir tous les champs obligatoires (Prénom, Nom, Email)'],
  [{ nom: 'R2D2' }, 'Le nom ne peut contenir que des lettres, espaces, apostrophes et tirets'],
  [{ prenom: 'L' }, 'Le prénom doit contenir au moins 2 caractères'],
  [{ email: 'lea' }, 'Veuillez saisir une adresse email valide'],
  [{ newPassword: 'court' }, 'Le mot de passe doit contenir au moins 8 caractères'],
])('answers the profile form %o with its message', async (wrong, message) => {
  const answer = await put(wrong)
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toEqual({ message, code: 'requete.invalide' })
})

test('changes the password within ten minutes of the login and ends the other devices with their grants', async () => {
  const claire = await unOrganisateur(server)
  const { id: evenementId } = await unEvenement(server, { createurId: claire.id })
  await uneInscription(server, { evenementId, utilisateurId: lea.id })
  const remembered = await server.call('POST', '/auth/login', {
    body: { email: lea.email, password: motDePasseDeTest, seSouvenir: true },
  })
  const cookie = String(remembered.headers['set-cookie']).split(';')[0] ?? ''
  const other = remembered.json<{ token: string }>().token
  const grants = `/frontend/participant/evenements/${evenementId}/upload-grants`
  for (const token of [lea.token, other]) expect((await server.call('POST', grants, { token })).statusCode).toBe(201)

  expect((await put({ newPassword: 'Nouvelle2026!' })).statusCode).toBe(200)
  expect((await me()).statusCode).toBe(200)
  expect((await me(other)).statusCode).toBe(401)
  expect((await server.call('POST', '/auth/session', { headers: { cookie } })).statusCode).toBe(401)
  const left = server.parts.database.selectFrom('uploadGrant').select('revoqueLe').where('utilisateurId', '=', lea.id)
  expect((await left.orderBy('id').execute()).map(({ revoqueLe }) => revoqueLe !== null)).toEqual([false, true])
  expect((await signIn(lea.email)).status).toBe(401)
  expect((await signIn(lea.email, 'Nouvelle2026!')).status).toBe(200)
  expect((await mailsTo(server, lea.email)).map(({ sujet }) => sujet)).toEqual(['Votre mot de passe a été changé'])
})

test('requires the current password later, and locks after five wrong ones', async () => {
  server.clock.advance(10 * minute)
  const change = { newPassword: 'Nouvelle2026!' }
  const missing = await put(change)
  expect(missing.statusCode).toBe(403)
  expect(missing.json()).toMatchObject({ code: 'utilisateur.mot_de_passe_requis' })
  expect((await put({ ...change, motDePasseActuel: '' })).json()).toEqual(missing.json())
  for (let i = 0; i < 5; i += 1) {
    const wrong = await put({ ...change, motDePasseActuel: 'Mauvais2026!' })
    expect(wrong.statusCode).toBe(403)
    expect(wrong.json()).toMatchObject({ code: 'utilisateur.mot_de_passe_incorrect' })
  }
  expect((await put({ ...change, motDePasseActuel: motDePasseDeTest })).statusCode).toBe(429)
  expect((await me()).statusCode).toBe(200)
  server.clock.advance(15 * minute)
  expect((await put({ ...change, motDePasseActuel: motDePasseDeTest })).statusCode).toBe(200)
})

test('refuses a wrong current password also right after the login, and a common new one', async () => {
  const wrong = await put({ newPassword: 'Nouvelle2026!', motDePasseActuel: 'Mauvais2026!' })
  expect(wrong.json()).toMatchObject({ code: 'utilisateur.mot_de_passe_incorrect' })
  expect((await put({ newPassword: 'Azerty12!' })).json()).toMatchObject({ code: 'utilisateur.mot_de_passe_courant' })
  expect((await put({ newPassword: '' })).statusCode).toBe(200)
  expect((await signIn(lea.email)).status).toBe(200)
})

test('uses a new address only after its confirmation and notifies the old one', async () => {
  const claire = await unOrganisateur(server)
  const { id: evenementId } = await unEvenement(server, { createurId: claire.id })
  const invitation = await uneInvitation(server, { evenementId, invite: lea })
  const newEmail = `nouvelle-${lea.email}`
  const other = await signIn(lea.email)
  const answer = await put({ email: ` ${newEmail.toUpperCase()} ` })
  expect(answer.json<Profil>()).toMatchObject({ email: lea.email, emailEnAttente: newEmail })
  expect((await me(other.token)).statusCode).toBe(401)
  expect((await mailsTo(server, lea.email)).map(({ sujet }) => sujet)).toEqual([
    typographie('Votre adresse e-mail va changer'),
  ])
  expect((await signIn(newEmail)).status).toBe(401)

  const link = await mailedToken(server, newEmail, 'confirmation')
  const eve = await unUtilisateur(server)
  expect((await confirm(eve.token, link)).json()).toMatchObject({ code: 'utilisateur.lien_invalide' })
  const second = await signIn(lea.email)
  expect((await confirm(lea.token, link)).statusCode).toBe(200)
  expect((await me()).json()).toMatchObject({ email: newEmail, emailEnAttente: null, emailConfirme: true })
  expect((await me(second.token)).statusCode).toBe(401)
  expect((await signIn(newEmail)).status).toBe(200)
  expect((await signIn(lea.email)).status).toBe(401)
  const accepted = await server.call('POST', `/frontend/participant/invitations/${invitation.id}/repondre`, {
    token: lea.token,
    body: { statut: 'ACCEPTEE' },
  })
  expect(accepted.statusCode).toBe(200)
})

test('refuses an address that is taken, also concurrently', async () => {
  const karim = await unUtilisateur(server)
  expect((await put({ email: karim.email })).json()).toMatchObject({ code: 'utilisateur.email_pris' })
  await put({ email: 'bientot@eclats.test' })
  const link = await mailedToken(server, 'bientot@eclats.test', 'confirmation')
  await unUtilisateur(server, { email: 'bientot@eclats.test' })
  const late = await confirm(lea.token, link)
  expect(late.statusCode).toBe(409)
  expect((await me()).json()).toMatchObject({ email: lea.email })
})

test('invalidates the link of a discarded address; a new password discards the pending one', async () => {
  await put({ email: `une-${lea.email}` })
  const link = await mailedToken(server, `une-${lea.email}`, 'confirmation')
  await put({ email: `autre-${lea.email}` })
  expect((await confirm(lea.token, link)).statusCode).toBe(400)
  await put({ newPassword: 'Nouvelle2026!' })
  expect((await me()).json()).toMatchObject({ emailEnAttente: null })
  const other = await mailedToken(server, `autre-${lea.email}`, 'confirmation')
  expect((await confirm(lea.token, other)).statusCode).toBe(400)
})

test('drops the pending address on request, and its link; a second request changes nothing', async () => {
  const email = `une-${lea.email}`
  await put({ email })
  const drop = () => server.call('DELETE', '/auth/me/adresse', { token: lea.token })
  expect((await drop()).json()).toMatchObject({ email: lea.email, emailEnAttente: null })
  expect((await confirm(lea.token, await mailedToken(server, email, 'confirmation'))).statusCode).toBe(400)
  expect((await drop()).statusCode).toBe(200)
  const dropped = server.parts.database.selectFrom('audit').select('acteurId')
  expect(await dropped.where('action', '=', 'utilisateur/email-abandonne').execute()).toEqual([{ acteurId: lea.id }])
})

test('keeps the pending address when it is written again with a new password', async () => {
  const email = `une-${lea.email}`
  await put({ email })
  expect((await put({ email, newPassword: 'Nouvelle2026!' })).json()).toMatchObject({ emailEnAttente: email })
  expect((await confirm(lea.token, await mailedToken(server, email, 'confirmation'))).statusCode).toBe(200)
})

test('mails the link of the pending address again, and how to log in; limits changes to three an hour', async () => {
  await put({ email: `une-${lea.email}` })
  await server.call('POST', '/auth/confirm-email/resend', { token: lea.token })
  const bothSay = expect.stringContaining('une fois connecté(e) avec votre ancienne adresse.')
  expect((await mailsTo(server, `une-${lea.email}`)).map(({ texte }) => texte)).toEqual([bothSay, bothSay])
  await put({ email: `deux-${lea.email}` })
  await put({ email: `trois-${lea.email}` })
  expect((await put({ email: `quatre-${lea.email}` })).statusCode).toBe(429)
  expect((await put({ email: `trois-${lea.email}` })).statusCode).toBe(200)
})
