import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Notification } from '#domain/notification/notification.ts'
import { unEvenement, uneInscription, unMedia, unOrganisateur, unUtilisateur } from '#tests/support/builders.ts'
import type { PersonneDeTest } from '#tests/support/builders.ts'
import { findEvenement } from '#server/evenement/evenement.repository.ts'
import { orThrow } from '#server/http/problem.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

let server: TestServer
let claire: PersonneDeTest
let karim: PersonneDeTest
let lea: PersonneDeTest
let evenementId: number
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  claire = await unOrganisateur(server)
  karim = await unUtilisateur(server)
  lea = await unUtilisateur(server)
  evenementId = (await unEvenement(server, { createurId: claire.id })).id
  await uneInscription(server, { evenementId, utilisateurId: karim.id })
})
afterAll(() => server.stop())

const announce = (body: object, person = claire) =>
  server.call('POST', `/organisateur/evenements/${evenementId}/notifications`, { token: person.token, body })
const list = async (person: PersonneDeTest) =>
  (await server.call('GET', '/notifications', { token: person.token })).json<Notification[]>()

test('delivers an announcement to all validated people only', async () => {
  const waiting = await unUtilisateur(server)
  await uneInscription(server, { evenementId, utilisateurId: lea.id })
  await uneInscription(server, { evenementId, utilisateurId: waiting.id, statut: 'EN_ATTENTE' })
  const answer = await announce({ titre: 'Rendez-vous', message: 'Devant la mairie à 16 h.' })
  expect([answer.statusCode, answer.json()]).toEqual([201, { message: 'Notification envoyée à 2 participants.' }])
  for (const person of [karim, lea]) {
    expect(await list(person)).toMatchObject([{ titre: 'Rendez-vous', message: 'Devant la mairie à 16 h.', lu: false }])
  }
  expect(await list(waiting)).toEqual([])
})

test('reports an announcement without recipients', async () => {
  const empty = await unEvenement(server, { createurId: claire.id, statut: 'TERMINE' })
  const path = `/organisateur/evenements/${empty.id}/notifications`
  const answer = await server.call('POST', path, { token: claire.token, body: { titre: 'Ici', message: 'Bonjour' } })
  expect(answer.json<{ message: string }>().message).toMatch(/^Personne n'est encore validé/)
})

test('delivers an announcement once when it is sent again after a lost answer', async () => {
  const announcement = { titre: 'Rendez-vous', message: 'Devant la mairie à 16 h.', cle: randomUUID() }
  const answers = await Promise.all([announce(announcement), announce(announcement)])
  answers.push(await announce(announcement))
  for (const answer of answers)
    expect([answer.statusCode, answer.json()]).toEqual([201, { message: 'Notification envoyée à 1 participant.' }])
  expect(await list(karim)).toHaveLength(1)
  const counted = server.parts.database.selectFrom('tentative').select('id').where('cle', '=', `message:${claire.id}`)
  expect(await counted.execute()).toHaveLength(1)
  // A changed text is another message, and so is the same text from another form.
  await announce({ ...announcement, message: 'Devant la gare.' })
  await announce({ ...announcement, cle: randomUUID() })
  expect((await list(karim)).map(({ message }) => message)).toEqual([
    announcement.message,
    'Devant la gare.',
    announcement.message,
  ])
})

test('lists notifications newest first and marks one or all as read', async () => {
  for (const titre of ['Un', 'Deux', 'Trois']) await announce({ titre, message: 'Bonjour' })
  const before = await list(karim)
  expect(before.map(({ titre }) => titre)).toEqual(['Trois', 'Deux', 'Un'])
  const mark = (path: string) => server.call('PUT', `/notifications/${path}`, { token: karim.token })
  expect((await mark(`${before[1]?.id}/lu`)).json()).toMatchObject({ titre: 'Deux', lu: true })
  expect((await list(karim)).map(({ lu }) => lu)).toEqual([false, true, false])
  await mark('lu')
  expect((await list(karim)).map(({ lu }) => lu)).toEqual([true, true, true])
})

test('names the event, and the media that the author can still see', async () => {
  const { titre } = orThrow(await findEvenement(server.parts.database, evenementId), 'evenement.introuvable')
  const media = await unMedia(server, { evenementId, auteurId: karim.id })
  const organiser = { token: claire.token }
  await server.call('PATCH', `/frontend/organisateur/medias/${media.id}/valider`, organiser)
  expect(await list(karim)).toMatchObject([
    { type: 'MEDIA_VALIDE', evenement_id: evenementId, evenement_titre: titre, media_id: media.id },
  ])
  await server.call('DELETE', `/frontend/organisateur/medias/${media.id}`, organiser)
  expect(new Set((await list(karim)).map(({ media_id }) => media_id))).toEqual(new Set([null]))
})

test('refuses to read or mark notifications of another person', async () => {
  await announce({ titre: 'Pour Karim', message: 'Bonjour' })
  const [one] = await list(karim)
  expect(await list(lea)).toEqual([])
  const answer = await server.call('PUT', `/notifications/${one?.id}/lu`, { token: lea.token })
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([404, 'notification.introuvable'])
  await server.call('PUT', '/notifications/lu', { token: lea.token })
  expect((await list(karim)).map(({ lu }) => lu)).toEqual([false])
})

test('refuses an announcement by another organiser', async () => {
  const other = await unOrganisateur(server)
  expect((await announce({ titre: 'Intrus', message: 'Bonjour' }, other)).statusCode).toBe(404)
  expect(await list(karim)).toEqual([])
})

test("refuses an announcement and a reward when the organiser's address is unconfirmed", async () => {
  await server.parts.database
    .updateTable('utilisateur')
    .set({ emailConfirmeLe: null })
    .where('id', '=', claire.id)
    .execute()
  const body = { titre: 'Rendez-vous', message: 'Devant la mairie' }
  const path = `/organisateur/evenements/${evenementId}/participants/${karim.id}/recompenser`
  for (const refused of [await announce(body), await server.call('POST', path, { token: claire.token, body })]) {
    expect(refused.statusCode).toBe(403)
    expect(refused.json()).toEqual({
      code: 'utilisateur.email_a_confirmer',
      message:
        "Confirmez d'abord votre adresse e-mail avec le lien que nous vous avons envoyé. Votre profil permet de le renvoyer.",
    })
  }
  expect(await list(karim)).toEqual([])
})

test('limits the messages of all organisers of a network to 600 a day', async () => {
  const body = { titre: 'Rendez-vous', message: 'Devant la mairie' }
  const instant = server.clock.now().toISOString()
  const attempts = Array.from({ length: 599 }, () => ({ cle: 'message-reseau:127.0.0.1', instant }))
  await server.parts.database.deleteFrom('tentative').where('cle', 'like', 'message-reseau:%').execute()
  await server.parts.database.insertInto('tentative').values(attempts).execute()
  expect((await announce(body)).statusCode).toBe(201)
  expect((await announce(body)).statusCode).toBe(429)
})
