import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Media } from '#domain/media/media.ts'
import { type PersonneDeTest, unEvenement, uneInscription, unOrganisateur } from '#tests/support/builders.ts'
import { uneDecision } from '#tests/support/decisions.ts'
import { depositInOne } from '#tests/support/deposit.ts'
import { uneFete } from '#tests/support/fete.ts'
import { unePhoto } from '#tests/support/photos.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'
import { decisionWire } from '#upload-queue/decisions/decisionWire.ts'

let server: TestServer
let claire: PersonneDeTest
let karim: PersonneDeTest
let evenementId: number
let mediaId: number
let grant: string
beforeAll(async () => {
  server = await startTestServer({ listen: true })
})
beforeEach(async () => {
  ;({ claire, karim, evenementId } = await uneFete(server))
  mediaId = await deposit(evenementId)
  grant = await askGrant('moderation')
})
afterAll(() => server.stop())

async function deposit(id: number): Promise<number> {
  const answer = await depositInOne(server, { token: karim.token, evenementId: id, bytes: await unePhoto() })
  return Number(answer.headers['x-media-id'])
}
async function askGrant(portee: 'moderation' | 'upload'): Promise<string> {
  const [area, person] = portee === 'moderation' ? ['organisateur', claire] : ['participant', karim]
  const answer = await server.call('POST', `/frontend/${area}/evenements/${evenementId}/${portee}-grants`, {
    token: person.token,
  })
  return answer.json<{ grant: string }>().grant
}
const decide = (verb: string, body: object = {}, token = grant, id = mediaId) =>
  server.call('PATCH', `/frontend/organisateur/medias/${id}/${verb}`, { token, body })
const refused = {
  message: "L'autorisation de décider hors connexion a expiré. Reconnectez-vous.",
  code: 'media.autorisation_expiree',
}

test('accepts offline decisions with the grant, in the name of the organiser', async () => {
  const answer = await decide('rejeter', { raison: 'Photo floue', version: 1 })
  expect(answer.json<Media>()).toMatchObject({ statut: 'REJETE', raison: 'Photo floue', version: 2 })
  const audit = await server.parts.database
    .selectFrom('audit')
    .select('acteurId')
    .where('objet', '=', `media:${mediaId}`)
    .where('action', '=', 'media/rejeter')
    .execute()
  expect(audit).toEqual([{ acteurId: claire.id }])
})

test('answers a late decision with what was decided before, and from where', async () => {
  await decide('valider', { version: 1 }, claire.token)
  const late = await decide('rejeter', { raison: 'Doublon', version: 1 })
  expect([late.statusCode, late.json<{ message: string }>().message]).toEqual([
    409,
    'Vous avez déjà validé ce média à 14:00 depuis un autre appareil.',
  ])
})

test('allows only decisions on media of its event', async () => {
  const second = await unEvenement(server, { createurId: claire.id })
  await uneInscription(server, { evenementId: second.id, utilisateurId: karim.id })
  expect((await decide('valider', {}, grant, await deposit(second.id))).json()).toEqual(refused)
  expect((await decide('valider', {}, grant, 99_999)).json()).toEqual(refused)
  for (const path of [
    `/frontend/organisateur/medias/${mediaId}`,
    `/frontend/organisateur/evenements/${evenementId}/medias`,
    '/frontend/organisateur/evenements',
    '/auth/me',
    `/medias/${mediaId}/fichier`,
  ]) {
    expect((await server.call('GET', path, { token: grant })).statusCode).toBe(401)
  }
})

test('refuses decisions with an upload grant and uploads with a moderation grant', async () => {
  expect((await decide('valider', {}, await askGrant('upload'))).statusCode).toBe(401)
  const upload = await depositInOne(server, { token: grant, evenementId, bytes: await unePhoto() })
  expect(upload.statusCode).toBe(401)
})

test('is refused to a participant and to another organiser', async () => {
  const path = `/frontend/organisateur/evenements/${evenementId}/moderation-grants`
  for (const person of [karim, await unOrganisateur(server)]) {
    expect((await server.call('POST', path, { token: person.token })).statusCode).toBe(404)
  }
})

test('ends with its session', async () => {
  await server.call('POST', '/auth/logout', { token: claire.token })
  expect((await decide('valider')).json()).toEqual(refused)
})

test('ends with the account', async () => {
  await server.parts.database.updateTable('utilisateur').set({ statutActif: 0 }).where('id', '=', claire.id).execute()
  expect((await decide('valider')).json()).toEqual(refused)
})

test('makes a device keep its decision for the next login when its grant has ended', async () => {
  const wire = decisionWire({ fetch: (path, init) => fetch(`${server.address}${path as string}`, init) })
  const decision = uneDecision({ mediaId, evenementId, ownerId: claire.id })
  await server.call('POST', '/auth/logout', { token: claire.token })
  expect(await wire(decision, grant)).toEqual({ kind: 'auth' })
})

test('ends after 72 hours', async () => {
  const began = server.clock.now()
  server.clock.set(new Date(began.getTime() + 72 * 3_600_000 + 1).toISOString())
  const answer = await decide('valider')
  server.clock.set(began.toISOString())
  expect(answer.json()).toEqual(refused)
})
