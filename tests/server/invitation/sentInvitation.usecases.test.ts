import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Invitation, InvitationEnvoyee } from '#domain/invitation/invitation.ts'
import { isoFromNow } from '#server/clock.ts'
import { secretHash } from '#server/secrets/secretHash.ts'
import {
  type PersonneDeTest,
  unEvenement,
  uneInvitation,
  unOrganisateur,
  unUtilisateur,
} from '#tests/support/builders.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

let server: TestServer
let claire: PersonneDeTest
let evenementId: number
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  claire = await unOrganisateur(server)
  evenementId = (await unEvenement(server, { createurId: claire.id, capaciteMax: 2 })).id
})
afterAll(() => server.stop())

const event = () => `/frontend/organisateur/evenements/${evenementId}`
const post = (path: string, body?: object, person = claire) =>
  server.call('POST', path, { token: person.token, ...(body && { body }) })
const inviteUnknown = (email: string, person = claire) => post(`${event()}/inviter-inscription`, { email }, person)
const sent = async () =>
  (await server.call('GET', `${event()}/invitations`, { token: claire.token })).json<InvitationEnvoyee[]>()
const resend = (id: number, person = claire) =>
  post(`/frontend/organisateur/invitations/${id}/renvoyer`, undefined, person)
const revoke = (id: number, person = claire) =>
  server.call('DELETE', `/frontend/organisateur/invitations/${id}`, { token: person.token })
const openLink = (person: PersonneDeTest, token: string) =>
  server.call('GET', `/frontend/participant/invitations/${token}`, { token: person.token })

async function lastMailTo(email: string): Promise<{ texte: string; secret: string }> {
  const { texte } = await server.parts.database
    .selectFrom('courriel')
    .select('texte')
    .where('destinataire', '=', email)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return { texte, secret: /invitation(?:=|%3D)([\w-]{43})/.exec(texte)?.[1] ?? '' }
}

test('invites a person without account to sign up, and the mailed link leads to the event', async () => {
  const email = 'nouvelle@ailleurs.test'
  const answer = await inviteUnknown(` ${email.toUpperCase()}`)
  expect(answer.statusCode).toBe(201)
  expect(answer.json()).toMatchObject({ email, statut: 'EN_ATTENTE', aUnCompte: false })
  const { texte, secret } = await lastMailTo(email)
  expect(texte).toContain('http://eclats.test/register?redirect=%2Fparticipant%2Fevenements%3Finvitation%3D')

  const person = await unUtilisateur(server, { email, confirme: false })
  const opened = (await openLink(person, secret)).json<Invitation>()
  expect(opened).toMatchObject({ statut: 'EN_ATTENTE', evenement: { id: evenementId } })
  const path = `/frontend/participant/invitations/${opened.id}/repondre`
  expect((await post(path, { statut: 'ACCEPTEE' }, person)).json()).toMatchObject({ statut: 'ACCEPTEE' })
  expect(await sent()).toMatchObject([{ email, statut: 'ACCEPTEE', aUnCompte: true }])
})

test('hides the invitation from an account with an unconfirmed address', async () => {
  const email = 'pretendue@ailleurs.test'
  await inviteUnknown(email)
  const pretender = await unUtilisateur(server, { email, confirme: false })
  const mine = await server.call('GET', '/frontend/participant/invitations', { token: pretender.token })
  expect(mine.json()).toEqual([])
  const seen = await server.call('GET', `/frontend/participant/evenements/${evenementId}`, { token: pretender.token })
  expect(seen.statusCode).toBe(404)
})

test('shows the invitations when the address is confirmed by its own link', async () => {
  const email = 'confirmee@ailleurs.test'
  await inviteUnknown(email)
  const body = { nom: 'Petit', prenom: 'Ana', email, password: 'Souvenirs2026!' }
  await server.call('POST', '/auth/register', { body })
  const { texte } = await lastMailTo(email)
  const login = await server.call('POST', '/auth/login', { body: { email, password: body.password } })
  const { token } = login.json<{ token: string }>()
  const secret = /confirmation\?token=([\w-]+)/.exec(texte)?.[1]
  await server.call('POST', '/auth/confirm-email', { token, body: { token: secret } })
  const mine = await server.call('GET', '/frontend/participant/invitations', { token })
  expect(mine.json()).toMatchObject([{ evenement: { id: evenementId } }])
})

test('sends an ordinary invitation to a person with an account', async () => {
  const lea = await unUtilisateur(server)
  expect((await inviteUnknown(lea.email)).json()).toMatchObject({ code: 'invitation.compte_existant' })
})

test('reserves a place for an unknown address, and does not invite the same address twice', async () => {
  await inviteUnknown('une@ailleurs.test')
  expect((await inviteUnknown('une@ailleurs.test')).json()).toMatchObject({ code: 'invitation.deja_envoyee' })
  await inviteUnknown('deux@ailleurs.test')
  expect((await inviteUnknown('trois@ailleurs.test')).json()).toMatchObject({ code: 'inscription.complet' })
})

test('allows twenty unknown addresses a day', async () => {
  const instant = server.clock.now().toISOString()
  const attempts = Array.from({ length: 20 }, () => ({ cle: `invitation-compte:${claire.id}`, instant }))
  await server.parts.database.insertInto('tentative').values(attempts).execute()
  expect((await inviteUnknown('vingt-et-une@ailleurs.test')).statusCode).toBe(429)
})

test('creates a new link when an invitation is sent again, and invalidates the old one', async () => {
  const lea = await unUtilisateur(server)
  const { id, token } = await uneInvitation(server, { evenementId, invite: lea })
  expect((await resend(id)).json()).toMatchObject({ id, statut: 'EN_ATTENTE' })
  expect((await openLink(lea, token)).statusCode).toBe(404)
  const { secret } = await lastMailTo(lea.email)
  expect((await openLink(lea, secret)).json()).toMatchObject({ id })
  await resend(id)
  await resend(id)
  expect((await resend(id)).statusCode).toBe(429)
})

test('removes a withdrawn invitation from the list and frees its place', async () => {
  const lea = await unUtilisateur(server)
  const { id, token } = await uneInvitation(server, { evenementId, invite: lea })
  await inviteUnknown('autre@ailleurs.test')
  expect((await revoke(id)).json<InvitationEnvoyee>().revoqueLe).not.toBeNull()
  expect((await openLink(lea, token)).statusCode).toBe(404)
  const mine = await server.call('GET', '/frontend/participant/invitations', { token: lea.token })
  expect(mine.json()).toEqual([])
  expect((await inviteUnknown('place-libre@ailleurs.test')).statusCode).toBe(201)
  expect((await sent()).map(({ revoqueLe }) => revoqueLe !== null)).toEqual([false, false, true])
})

test('refuses to send an answered invitation again or to revoke it, and names the reason to the organiser', async () => {
  const lea = await unUtilisateur(server)
  const { id } = await uneInvitation(server, { evenementId, invite: lea, statut: 'REFUSEE' })
  for (const answer of [await resend(id), await revoke(id)]) {
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({ message: "Cette invitation n'attend plus de réponse." })
  }
})

test('says in each invitation what to do when the organiser is unknown to the recipient', async () => {
  const known = await unUtilisateur(server)
  await post(`${event()}/inviter`, { email: known.email })
  await inviteUnknown('inconnue@ailleurs.test')
  for (const email of [known.email, 'inconnue@ailleurs.test'])
    expect((await lastMailTo(email)).texte).toContain('Si vous ne connaissez pas cette personne, ignorez ce message.')
})

test('hides them from another organiser', async () => {
  const other = await unOrganisateur(server)
  const { id } = await uneInvitation(server, { evenementId, invite: await unUtilisateur(server) })
  expect((await server.call('GET', `${event()}/invitations`, { token: other.token })).statusCode).toBe(403)
  expect((await resend(id, other)).statusCode).toBe(404)
  expect((await revoke(id, other)).statusCode).toBe(404)
  expect((await inviteUnknown('x@ailleurs.test', other)).statusCode).toBe(404)
})

test("sends no sign-up invitation when the organiser's address is unconfirmed", async () => {
  await inviteUnknown('deja@ailleurs.test')
  const [before] = await sent()
  const squatted = await unUtilisateur(server, { confirme: false })
  const proven = await unUtilisateur(server)
  const { database } = server.parts
  await database.updateTable('utilisateur').set({ emailConfirmeLe: null }).where('id', '=', claire.id).execute()
  for (const refused of [
    await inviteUnknown('autre@ailleurs.test'),
    await post(`${event()}/inviter`, { email: squatted.email }),
    await resend(before?.id ?? 0),
  ]) {
    expect(refused.statusCode).toBe(403)
    expect(refused.json()).toMatchObject({ code: 'utilisateur.email_a_confirmer' })
  }
  expect((await post(`${event()}/inviter`, { email: proven.email })).statusCode).toBe(201)
  expect((await sent()).map(({ email }) => email)).toEqual([proven.email, 'deja@ailleurs.test'])
})

test('limits sign-up invitations of a network to 60 a day and mails to one address to ten', async () => {
  const { database } = server.parts
  const count = async (cle: string, n: number) => {
    const instant = server.clock.now().toISOString()
    await database.deleteFrom('tentative').where('cle', '=', cle).execute()
    await database
      .insertInto('tentative')
      .values(Array.from({ length: n }, () => ({ cle, instant })))
      .execute()
  }
  await count(`courriel-vers:${secretHash('dix@ailleurs.test')}`, 10)
  expect((await inviteUnknown('dix@ailleurs.test')).statusCode).toBe(429)
  const body = { nom: 'Petit', prenom: 'Ana', password: 'Souvenirs2026!' }
  const registered = await server.call('POST', '/auth/register', { body: { ...body, email: 'dix@ailleurs.test' } })
  expect(registered.statusCode).toBe(429)
  await count('invitation-reseau:127.0.0.1', 59)
  expect((await inviteUnknown('soixante@ailleurs.test')).statusCode).toBe(201)
  expect((await inviteUnknown('encore@ailleurs.test')).statusCode).toBe(429)
})

test('keeps the place in the list when an invitation is mailed again', async () => {
  for (let i = 0; i < 2; i += 1) await uneInvitation(server, { evenementId, invite: await unUtilisateur(server) })
  const before = (await sent()).map(({ id }) => id)
  server.clock.advance(60_000)
  expect((await resend(before[1] ?? 0)).statusCode).toBe(200)
  expect((await sent()).map(({ id }) => id)).toEqual(before)
})

describe('mails no more invitations to an address when an organiser revokes and invites again', () => {
  const mailsTo = async (email: string) =>
    (await server.parts.database.selectFrom('courriel').select('id').where('destinataire', '=', email).execute()).length
  const refusal = (heures: number) => ({
    code: 'invitation.trop_d_envois',
    message: `Cette adresse a déjà reçu plusieurs invitations de votre part. Réessayez dans ${heures} h.`,
  })

  test.each([
    ['with an account', 'inviter', async () => (await unUtilisateur(server)).email],
    ['without an account', 'inviter-inscription', () => Promise.resolve('relancee@ailleurs.test')],
  ])('than four a day for one event, %s', async (_which, path, address) => {
    const email = await address()
    const invite = () => post(`${event()}/${path}`, { email })
    for (let n = 0; n < 3; n += 1) await revoke((await invite()).json<{ id: number }>().id)
    const { id } = (await invite()).json<{ id: number }>()
    expect((await resend(id)).json()).toMatchObject(refusal(24))
    await revoke(id)
    server.clock.advance(3_600_000)
    const refused = await invite()
    expect([refused.statusCode, refused.json(), refused.headers['retry-after']]).toMatchObject([
      429,
      refusal(23),
      String(23 * 3600),
    ])
    expect(await mailsTo(email)).toBe(4)
    // A session does not last a day.
    const dayBefore = isoFromNow(server.clock, -86_400_000)
    await server.parts.database.updateTable('tentative').set({ instant: dayBefore }).execute()
    expect((await invite()).statusCode).toBe(201)
  })

  test('than ten a day over all events', async () => {
    const { email } = await unUtilisateur(server)
    const statuses: number[] = []
    for (let n = 0; n < 11; n += 1) {
      if (n % 3 === 0) evenementId = (await unEvenement(server, { createurId: claire.id })).id
      const answer = await post(`${event()}/inviter`, { email })
      statuses.push(answer.statusCode)
      if (answer.statusCode === 201) await revoke(answer.json<{ id: number }>().id)
    }
    expect(statuses).toEqual([...Array<number>(10).fill(201), 429])
    expect(await mailsTo(email)).toBe(10)
    const other = await unOrganisateur(server)
    const { id } = await unEvenement(server, { createurId: other.id })
    expect((await post(`/frontend/organisateur/evenements/${id}/inviter`, { email }, other)).statusCode).toBe(201)
  })
})
