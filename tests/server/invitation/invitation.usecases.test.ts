import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Invitation } from '#domain/invitation/invitation.ts'
import { typographie } from '#domain/texte/typographie.ts'
import {
  motDePasseDeTest,
  unAbonnement,
  unAdministrateur,
  unEvenement,
  uneInscription,
  uneInvitation,
  unOrganisateur,
  unUtilisateur,
  type PersonneDeTest,
} from '#tests/support/builders.ts'
import { confirmEmailOf } from '#server/utilisateur/confirmation.repository.ts'
import { mailsTo } from '#tests/support/mailbox.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

let server: TestServer
let claire: PersonneDeTest
let lea: PersonneDeTest
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  claire = await unOrganisateur(server)
  lea = await unUtilisateur(server)
})
afterAll(() => server.stop())

const anEvent = (more = {}) => unEvenement(server, { createurId: claire.id, statut: 'PLANIFIE', ...more })
const invite = (id: number, email: string) =>
  server.call('POST', `/frontend/organisateur/evenements/${id}/inviter`, { token: claire.token, body: { email } })
const mine = async (person = lea) =>
  (await server.call('GET', '/frontend/participant/invitations', { token: person.token })).json<Invitation[]>()
const answer = (id: number, body: object, person = lea) =>
  server.call('POST', `/frontend/participant/invitations/${id}/repondre`, { token: person.token, body })
const inscriptionOf = (evenementId: number, person = lea) =>
  server.parts.database
    .selectFrom('inscription')
    .selectAll()
    .where('evenementId', '=', evenementId)
    .where('utilisateurId', '=', person.id)
    .executeTakeFirst()

test('notifies the person in the app and by mail, and registers them on acceptance', async () => {
  const { id, titre } = await anEvent()
  const sent = await invite(id, ` ${lea.email.toUpperCase()} `)
  expect(sent.statusCode).toBe(201)
  expect(sent.json()).toMatchObject({ email: lea.email, statut: 'EN_ATTENTE' })
  const notifications = await server.call('GET', '/notifications', { token: lea.token })
  expect(notifications.json()).toMatchObject([
    { type: 'INVITATION', titre, message: 'Claire vous invite à cet événement.', evenement_id: id, lu: false },
  ])
  expect(await mailsTo(server, lea.email)).toMatchObject([{ sujet: typographie(`Invitation : ${titre}`) }])
  const [invitation] = await mine()
  expect(invitation).toMatchObject({ statut: 'EN_ATTENTE', evenement: { id, titre, createur: { prenom: 'Claire' } } })
  expect(invitation?.evenement.createur).toEqual({ prenom: 'Claire' })
  const accepted = await answer(invitation?.id ?? 0, { statut: 'ACCEPTEE' })
  expect(accepted.json()).toMatchObject({ statut: 'ACCEPTEE' })
  expect(await inscriptionOf(id)).toMatchObject({ statutInscription: 'VALIDE', typeParticipation: 'SUR_PLACE' })
})

test('creates no registration on refusal, and keeps an answer final', async () => {
  const { id } = await anEvent()
  const invitation = await uneInvitation(server, { evenementId: id, invite: lea })
  expect((await answer(invitation.id, { statut: 'REFUSEE' })).json()).toMatchObject({ statut: 'REFUSEE' })
  expect(await inscriptionOf(id)).toBeUndefined()
  expect((await answer(invitation.id, { statut: 'ACCEPTEE' })).json()).toMatchObject({
    code: 'invitation.deja_repondue',
  })
  expect((await answer(invitation.id, { statut: 'EN_ATTENTE' })).statusCode).toBe(400)
})

test('answers the same answer again without a second notification', async () => {
  const { id } = await anEvent()
  const invitation = await uneInvitation(server, { evenementId: id, invite: lea })
  const countNotifications = async () => {
    const notifications = server.parts.database.selectFrom('notification').select('id').where('evenementId', '=', id)
    return (await notifications.where('utilisateurId', '=', claire.id).execute()).length
  }
  const first = await answer(invitation.id, { statut: 'ACCEPTEE' })
  const before = await countNotifications()
  const again = await answer(invitation.id, { statut: 'ACCEPTEE' })
  expect([again.statusCode, again.json()]).toEqual([200, first.json()])
  expect(await countNotifications()).toBe(before)
})

test('closes the invitation of another address of the person when one is accepted', async () => {
  const { id } = await anEvent()
  const [first, second] = [
    await uneInvitation(server, { evenementId: id, invite: lea }),
    await uneInvitation(server, { evenementId: id, invite: lea, email: `autre-${lea.email}` }),
  ]
  await answer(first.id, { statut: 'ACCEPTEE' })
  expect((await mine()).map((one) => [one.id, one.statut])).toEqual(
    expect.arrayContaining([
      [first.id, 'ACCEPTEE'],
      [second.id, 'ACCEPTEE'],
    ]),
  )
})

test.each(['ACCEPTEE', 'REFUSEE'])('notifies the screens of the organiser of the answer %s', async (statut) => {
  const { id } = await anEvent()
  const invitation = await uneInvitation(server, { evenementId: id, invite: lea })
  const heard: unknown[] = []
  const stop = server.parts.changes.listen((change) => heard.push(change))
  await answer(invitation.id, { statut })
  await expect.poll(() => heard).toContainEqual({ sujet: 'inscription', evenementId: id, utilisateurId: lea.id })
  stop()
})

test('names a person without a family name without a second space', async () => {
  const { id } = await anEvent()
  const marie = await unUtilisateur(server, { nom: '' })
  const invitation = await uneInvitation(server, { evenementId: id, invite: marie })
  await answer(invitation.id, { statut: 'ACCEPTEE' }, marie)
  const notifications = server.parts.database.selectFrom('notification').select('message').where('evenementId', '=', id)
  expect(await notifications.where('utilisateurId', '=', claire.id).execute()).toEqual([
    { message: `${marie.prenom} accepte votre invitation.` },
  ])
})

test('counts only one of two concurrent answers', async () => {
  const { id } = await anEvent()
  const invitation = await uneInvitation(server, { evenementId: id, invite: lea })
  const answers = await Promise.all(['ACCEPTEE', 'REFUSEE'].map((statut) => answer(invitation.id, { statut })))
  expect(answers.map((one) => one.statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
})

test('opens the invitation by the mailed link only for the invited address, and confirms the address', async () => {
  const unproven = await unUtilisateur(server, { confirme: false })
  const { id } = await anEvent()
  await invite(id, unproven.email)
  const mail = await server.parts.database
    .selectFrom('courriel')
    .selectAll()
    .where('destinataire', '=', unproven.email)
    .executeTakeFirstOrThrow()
  const token = /http:\/\/eclats\.test\/participant\/evenements\?invitation=([\w-]+)/.exec(mail.texte)?.[1] ?? ''
  const open = (person: PersonneDeTest) =>
    server.call('GET', `/frontend/participant/invitations/${token}`, { token: person.token })

  expect(await mine(unproven)).toEqual([])
  const stranger = await open(lea)
  expect(stranger.statusCode).toBe(404)
  const missing = await server.call('GET', `/frontend/participant/invitations/${'x'.repeat(43)}`, { token: lea.token })
  expect(missing.body).toBe(stranger.body)

  const opened = (await open(unproven)).json<{ id: number }>()
  expect(opened).toMatchObject({ token, evenement: { id } })
  expect(await mine(unproven)).toMatchObject([{ id: opened.id }])
  expect((await answer(opened.id, { statut: 'ACCEPTEE' }, unproven)).statusCode).toBe(200)
})

test('refuses an answer with its own code when an administrator has changed the address since', async () => {
  const person = await unUtilisateur(server)
  const { id } = await uneInvitation(server, { evenementId: (await anEvent()).id, invite: person })
  const { token } = await unAdministrateur(server)
  const email = `autre-${person.email}`
  expect((await server.call('PUT', `/users/${person.id}`, { token, body: { email } })).statusCode).toBe(200)
  const login = await server.call('POST', '/auth/login', { body: { email, password: motDePasseDeTest } })
  const signed = { ...person, token: login.json<{ token: string }>().token }
  const refused = await answer(id, { statut: 'ACCEPTEE' }, signed)
  expect(refused.statusCode).toBe(403)
  expect(refused.json()).toMatchObject({ code: 'utilisateur.email_a_confirmer' })
})

test('stores the link as a hash', async () => {
  const invitation = await uneInvitation(server, { evenementId: (await anEvent()).id, invite: lea })
  const rows = await server.parts.database.selectFrom('invitation').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(invitation.token)
})

test('refuses unknown addresses with the specified message, twenty a day', async () => {
  const { id } = await anEvent()
  const unknown = await invite(id, 'inconnu@nulle-part.test')
  expect(unknown.statusCode).toBe(404)
  expect(unknown.json()).toEqual({ message: 'Utilisateur non trouvé', code: 'invitation.utilisateur_inconnu' })
  for (let i = 1; i < 20; i += 1) await invite(id, `inconnu${i}@nulle-part.test`)
  expect((await invite(id, 'encore@nulle-part.test')).statusCode).toBe(429)
  expect((await invite(id, lea.email)).statusCode).toBe(429)
})

test('invites only participants, and no person twice', async () => {
  const { id } = await anEvent()
  const organisateur = await unOrganisateur(server)
  expect((await invite(id, organisateur.email)).json()).toMatchObject({ code: 'invitation.role' })
  expect((await invite(id, lea.email)).statusCode).toBe(201)
  expect((await invite(id, lea.email)).json()).toMatchObject({ code: 'invitation.deja_envoyee' })
  const member = await unUtilisateur(server)
  await uneInscription(server, { evenementId: id, utilisateurId: member.id })
  expect((await invite(id, member.email)).json()).toMatchObject({ code: 'invitation.deja_envoyee' })
  expect((await invite(id, 'pas-une-adresse')).json()).toMatchObject({
    message: 'Veuillez saisir une adresse email valide',
  })
})

test('says that an address is invited already when its invitation took the last place', async () => {
  const { id } = await anEvent({ capaciteMax: 1 })
  expect((await invite(id, lea.email)).statusCode).toBe(201)
  expect((await invite(id, lea.email)).json()).toMatchObject({ code: 'invitation.deja_envoyee' })
})

test('allows a new invitation after a refusal or a cancellation', async () => {
  const { id } = await anEvent()
  await uneInvitation(server, { evenementId: id, invite: lea, statut: 'REFUSEE' })
  await uneInscription(server, { evenementId: id, utilisateurId: lea.id, statut: 'ANNULE' })
  const again = (await invite(id, lea.email)).json<{ id: number }>()
  expect((await answer(again.id, { statut: 'ACCEPTEE', typeParticipation: 'EN_LIGNE' })).statusCode).toBe(200)
  expect(await inscriptionOf(id)).toMatchObject({ statutInscription: 'VALIDE' })
})

test('refuses an invitation that is older than a cancellation', async () => {
  const { id } = await anEvent()
  const inscription = await uneInscription(server, { evenementId: id, utilisateurId: lea.id })
  server.clock.advance(1000)
  await server.call('PUT', `/inscriptions/${inscription.id}/statut?statut=ANNULE`, { token: claire.token })
  // An earlier version left it open.
  server.clock.advance(-1000)
  const invitation = await uneInvitation(server, { evenementId: id, invite: lea })
  expect((await answer(invitation.id, { statut: 'ACCEPTEE' })).json()).toMatchObject({ code: 'inscription.annulee' })
})

test('reserves a place for an open invitation; refuses beyond plan and capacity with their own messages', async () => {
  const { id } = await anEvent({ capaciteMax: 2 })
  await uneInvitation(server, { evenementId: id, invite: await unUtilisateur(server) })
  await uneInscription(server, { evenementId: id, utilisateurId: (await unUtilisateur(server)).id })
  expect((await invite(id, lea.email)).json()).toEqual({
    message: "L'événement est complet. Les invitations sans réponse gardent leur place.",
    code: 'inscription.complet',
  })
  const { id: large } = await anEvent()
  for (let i = 0; i < 30; i += 1)
    await uneInvitation(server, { evenementId: large, invite: await unUtilisateur(server) })
  const refused = await invite(large, lea.email)
  expect(refused.statusCode).toBe(400)
  expect(refused.json()).toEqual({
    message: "Quota d'invitations dépassé pour votre abonnement.",
    code: 'invitation.quota',
  })
  await unAbonnement(server, claire.id, 'PREMIUM')
  expect((await invite(large, lea.email)).statusCode).toBe(201)
})

test('never exceeds the capacity with thirty concurrent invitations', async () => {
  const { id } = await anEvent({ capaciteMax: 4 })
  const people = await Promise.all(Array.from({ length: 30 }, () => unUtilisateur(server)))
  const answers = await Promise.all(people.map((person) => invite(id, person.email)))
  expect(answers.filter((one) => one.statusCode === 201)).toHaveLength(4)
})

test('keeps an invitation open when the event is full', async () => {
  const { id } = await anEvent({ capaciteMax: 1 })
  const invitation = await uneInvitation(server, { evenementId: id, invite: lea })
  await uneInscription(server, { evenementId: id, utilisateurId: (await unUtilisateur(server)).id })
  expect((await answer(invitation.id, { statut: 'ACCEPTEE' })).json()).toMatchObject({ code: 'inscription.complet' })
  expect(await mine()).toMatchObject([{ statut: 'EN_ATTENTE' }])
})

test('for a cancelled event only takes the refusal of an invitation', async () => {
  const { id } = await anEvent({ statut: 'ANNULE' })
  const invitation = await uneInvitation(server, { evenementId: id, invite: await unUtilisateur(server) })
  expect((await invite(id, lea.email)).json()).toMatchObject({ code: 'invitation.evenement_annule' })
  const own = await uneInvitation(server, { evenementId: id, invite: lea })
  expect((await answer(own.id, { statut: 'ACCEPTEE' })).json()).toMatchObject({ code: 'invitation.evenement_annule' })
  expect((await answer(invitation.id, { statut: 'ACCEPTEE' })).statusCode).toBe(404)
  expect((await answer(own.id, { statut: 'REFUSEE' })).json()).toMatchObject({ statut: 'REFUSEE' })
})

test('assigns the invitation when its address is confirmed concurrently', async () => {
  const person = await unUtilisateur(server, { confirme: false })
  const { id } = await anEvent()
  const { database } = server.parts
  const proof = Promise.withResolvers<void>()
  const proven = Promise.withResolvers<void>()
  const confirming = database.transaction().execute(async (transaction) => {
    await confirmEmailOf(transaction, person, server.clock.now().toISOString())
    proven.resolve()
    await proof.promise
  })
  await proven.promise
  const inviting = invite(id, person.email)
  await expect.poll(countWaiting).toBe(1)
  proof.resolve()
  await confirming
  expect((await inviting).statusCode).toBe(201)
  expect(await mine(person)).toMatchObject([{ evenement: { id } }])
})

/** Transactions that wait for a lock; on SQLite at most one writes, and the next one always waits. */
async function countWaiting(): Promise<number> {
  if (server.databaseUrl === null) return 1
  const { rows } = await sql<{ n: string }>`
    select count(*) as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()
  `.execute(server.parts.database)
  return Number(rows[0]?.n)
}
