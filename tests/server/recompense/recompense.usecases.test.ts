import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { DashboardParticipant } from '#domain/dashboard/dashboard.ts'
import type { RecompenseDonnee } from '#domain/recompense/recompense.ts'
import { unEvenement, uneInscription, unOrganisateur, unUtilisateur } from '#tests/support/builders.ts'
import type { PersonneDeTest } from '#tests/support/builders.ts'
import { uneFete } from '#tests/support/fete.ts'
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
  ;({ claire, karim, lea, evenementId } = await uneFete(server, { deposants: [] }))
})
afterAll(() => server.stop())

const merci = { titre: ' Merci ', message: 'Les plus belles photos de la soirée.' }
const reward = (userId: number, body: object = merci, person = claire) =>
  server.call('POST', `/organisateur/evenements/${evenementId}/participants/${userId}/recompenser`, {
    token: person.token,
    body,
  })
const dashboard = async (person: PersonneDeTest) =>
  (await server.call('GET', '/frontend/participant/dashboard', { token: person.token })).json<DashboardParticipant>()

test('stores a reward, notifies its recipient and shows it on their dashboard', async () => {
  const answer = await reward(karim.id)
  expect(answer.statusCode).toBe(201)
  expect(answer.json()).toMatchObject({ evenement_id: evenementId, titre: 'Merci', message: merci.message })
  expect((await dashboard(karim)).recompenses).toEqual([answer.json()])
  const notifications = await server.call('GET', '/notifications', { token: karim.token })
  expect(notifications.json()).toMatchObject([
    { type: 'RECOMPENSE', titre: 'Merci', lu: false, evenement_id: evenementId },
  ])
})

test('gives a reward once when it is sent again after a lost answer', async () => {
  const body = { ...merci, cle: randomUUID() }
  const answers = await Promise.all([reward(karim.id, body), reward(karim.id, body)])
  answers.push(await reward(karim.id, body))
  const { recompenses } = await dashboard(karim)
  expect(recompenses).toHaveLength(1)
  for (const answer of answers) expect([answer.statusCode, answer.json()]).toEqual([201, recompenses[0]])
  const notifications = await server.call('GET', '/notifications', { token: karim.token })
  expect(notifications.json()).toHaveLength(1)
  // Another text is another reward, and so is the same one for another person.
  await reward(karim.id, { ...body, message: 'Et pour la vidéo.' })
  expect((await dashboard(karim)).recompenses).toHaveLength(2)
  await reward(lea.id, body)
  expect((await dashboard(lea)).recompenses).toHaveLength(1)
})

test.each([
  [{ titre: ' ', message: 'Bravo' }, 'Le titre est obligatoire'],
  [{ titre: 'Merci' }, 'Le message est obligatoire'],
  [{ titre: 'Merci', message: 'a'.repeat(1001) }, 'Le message ne peut pas dépasser 1 000 caractères'],
])('refuses the reward %o with its message', async (body, message) => {
  const answer = await reward(karim.id, body)
  expect([answer.statusCode, answer.json()]).toEqual([400, { message, code: 'requete.invalide' }])
  expect((await dashboard(karim)).recompenses).toEqual([])
})

test('rewards only participants, by the organiser of the event only', async () => {
  const stranger = await unUtilisateur(server)
  expect((await reward(stranger.id)).json()).toMatchObject({ code: 'inscription.introuvable' })
  const other = await unOrganisateur(server)
  expect((await reward(karim.id, merci, other)).statusCode).toBe(404)
  expect((await dashboard(karim)).recompenses).toEqual([])
})

test('limits messages to two hundred a day', async () => {
  const instant = server.clock.now().toISOString()
  const attempts = Array.from({ length: 200 }, () => ({ cle: `message:${claire.id}`, instant }))
  await server.parts.database.insertInto('tentative').values(attempts).execute()
  const answer = await reward(karim.id)
  expect(answer.statusCode).toBe(429)
  expect(answer.headers['retry-after']).toBe('86400')
})

test('counts a reward that is sent again once, and answers it when the limit is reached', async () => {
  const body = { ...merci, cle: randomUUID() }
  const first = await reward(karim.id, body)
  for (let n = 0; n < 3; n += 1) expect((await reward(karim.id, body)).json()).toEqual(first.json())
  const { database } = server.parts
  const cle = `message:${claire.id}`
  expect(await database.selectFrom('tentative').select('id').where('cle', '=', cle).execute()).toHaveLength(1)
  const instant = server.clock.now().toISOString()
  await database
    .insertInto('tentative')
    .values(Array.from({ length: 199 }, () => ({ cle, instant })))
    .execute()
  expect((await reward(karim.id, body)).json()).toEqual(first.json())
  expect((await reward(lea.id, body)).statusCode).toBe(429)
})

const given = async (path: string, person: PersonneDeTest) =>
  (await server.call('GET', path, { token: person.token })).json<RecompenseDonnee[]>()

test("lists the organiser's own rewards, and all rewards for an administrator", async () => {
  await reward(karim.id)
  await reward(karim.id, { titre: 'Encore', message: 'Et pour la vidéo.' })
  const other = await unOrganisateur(server, { prenom: 'Nadia' })
  const { id: elsewhere } = await unEvenement(server, { createurId: other.id, titre: 'Régate' })
  await uneInscription(server, { evenementId: elsewhere, utilisateurId: karim.id })
  await server.call('POST', `/organisateur/evenements/${elsewhere}/participants/${karim.id}/recompenser`, {
    token: other.token,
    body: merci,
  })
  expect((await given('/organisateur/recompenses', claire)).map(({ titre }) => titre)).toEqual(['Encore', 'Merci'])
  expect((await given('/organisateur/recompenses', claire))[0]).toMatchObject({
    evenement: { id: evenementId },
    utilisateur: { id: karim.id, prenom: karim.prenom, nom: karim.nom },
    organisateur: { id: claire.id },
  })
  const admin = await unUtilisateur(server, { role: 'ADMINISTRATEUR' })
  const [newest, ...older] = await given('/recompenses', admin)
  expect(newest).toMatchObject({ evenement: { titre: 'Régate' }, organisateur: { prenom: 'Nadia' } })
  expect(older.map(({ titre }) => titre)).toEqual(expect.arrayContaining(['Encore', 'Merci']))
})
