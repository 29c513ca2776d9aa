import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Contributeur, Statistiques } from '#domain/statistique/statistique.ts'
import {
  type PersonneDeTest,
  unConsentement,
  unEvenement,
  uneInscription,
  unOrganisateur,
  unUtilisateur,
} from '#tests/support/builders.ts'
import { depositInOne } from '#tests/support/deposit.ts'
import { unePhoto } from '#tests/support/photos.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

let server: TestServer
let claire: PersonneDeTest
let autre: PersonneDeTest
let evenementId: number
let octets = 0

beforeAll(async () => {
  server = await startTestServer()
  claire = await unOrganisateur(server)
  autre = await unOrganisateur(server)
  const karim = await unUtilisateur(server)
  const lea = await unUtilisateur(server)
  const absente = await unUtilisateur(server)
  evenementId = (await unEvenement(server, { createurId: claire.id })).id
  const second = await unEvenement(server, { createurId: claire.id })
  const foreign = await unEvenement(server, { createurId: autre.id })
  await uneInscription(server, { evenementId, utilisateurId: absente.id, statut: 'ANNULE' })
  await uneInscription(server, { evenementId: second.id, utilisateurId: absente.id, statut: 'EN_ATTENTE' })
  for (const person of [karim, lea]) {
    await unConsentement(server, person.id)
    for (const event of [evenementId, second.id, foreign.id]) {
      await uneInscription(server, { evenementId: event, utilisateurId: person.id })
    }
  }
  server.clock.set('2026-06-20T12:10:00.000Z')
  const first = await deposit(karim, evenementId)
  await deposit(lea, evenementId)
  server.clock.set('2026-06-20T13:59:59.999Z')
  await deposit(karim, evenementId)
  await deposit(karim, second.id)
  await deposit(karim, foreign.id)
  const body = { raison: 'Photo floue' }
  await server.call('PATCH', `/frontend/organisateur/medias/${first}/rejeter`, { token: claire.token, body })
  const removed = await deposit(lea, evenementId, 0)
  await server.call('DELETE', `/frontend/organisateur/medias/${removed}`, { token: claire.token })
})
afterAll(() => server.stop())

async function deposit(person: PersonneDeTest, event: number, counted = 1): Promise<number> {
  const bytes = await unePhoto()
  if (event === evenementId) octets += bytes.length * counted
  const answer = await depositInOne(server, { token: person.token, evenementId: event, bytes })
  return Number(answer.headers['x-media-id'])
}

const ask = (path: string, person = claire) =>
  server.call('GET', `/frontend/organisateur${path}`, { token: person.token })

test('counts people, media and bytes of an event, and media per hour', async () => {
  const answer = await ask(`/evenements/${evenementId}/statistiques`)
  expect(answer.json<Statistiques>()).toEqual({
    inscriptions: { EN_ATTENTE: 0, VALIDE: 2, ANNULE: 1 },
    medias: { EN_ATTENTE: 2, VALIDE: 0, REJETE: 1, SUPPRIME: 1 },
    contributeurs: 2,
    depotsParHeure: [
      { heure: '2026-06-20T12:00:00.000Z', nombre: 2, enAttente: 1 },
      { heure: '2026-06-20T13:00:00.000Z', nombre: 2, enAttente: 1 },
    ],
    octets,
  })
})

test('excludes events of others from the totals', async () => {
  const all = (await ask('/statistiques/globales')).json<Statistiques>()
  expect(all.medias).toEqual({ EN_ATTENTE: 3, VALIDE: 0, REJETE: 1, SUPPRIME: 1 })
  expect(all.inscriptions).toEqual({ EN_ATTENTE: 1, VALIDE: 4, ANNULE: 1 })
  expect(all.contributeurs).toBe(2)
})

test('returns zeros for an organiser without events', async () => {
  const newOrganiser = await unOrganisateur(server)
  expect((await ask('/statistiques/globales', newOrganiser)).json()).toEqual({
    inscriptions: { EN_ATTENTE: 0, VALIDE: 0, ANNULE: 0 },
    medias: { EN_ATTENTE: 0, VALIDE: 0, REJETE: 0, SUPPRIME: 0 },
    contributeurs: 0,
    depotsParHeure: [],
    octets: 0,
  })
})

test("refuses the statistics of another organiser's event", async () => {
  expect((await ask(`/evenements/${evenementId}/statistiques`, autre)).statusCode).toBe(404)
})

test('lists the contributors of an event by number of media, without removed media', async () => {
  const answer = await ask(`/evenements/${evenementId}/contributeurs`)
  expect(answer.json<Contributeur[]>().map(({ medias, mediasValides }) => ({ medias, mediasValides }))).toEqual([
    { medias: 2, mediasValides: 0 },
    { medias: 1, mediasValides: 0 },
  ])
  expect((await ask(`/evenements/${evenementId}/contributeurs`, autre)).statusCode).toBe(403)
})
