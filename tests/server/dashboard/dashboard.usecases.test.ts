import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DashboardOrganisateur, DashboardParticipant } from '#domain/dashboard/dashboard.ts'
import {
  type PersonneDeTest,
  unEvenement,
  uneInscription,
  unMedia,
  unOrganisateur,
  unUtilisateur,
} from '#tests/support/builders.ts'
import { depositInOne } from '#tests/support/deposit.ts'
import { uneFete } from '#tests/support/fete.ts'
import { unePhoto } from '#tests/support/photos.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

let server: TestServer
let claire: PersonneDeTest
let karim: PersonneDeTest
let lea: PersonneDeTest
const medias: number[] = []

beforeAll(async () => {
  server = await startTestServer()
  const running = await uneFete(server, { titre: 'En cours', deposants: ['karim'] })
  ;({ claire, karim, lea } = running)
  await unEvenement(server, { createurId: claire.id, statut: 'TERMINE', titre: 'Fini' })
  const planned = await unEvenement(server, { createurId: claire.id, statut: 'PLANIFIE', titre: 'Prévu' })
  await uneInscription(server, { evenementId: planned.id, utilisateurId: karim.id, statut: 'EN_ATTENTE' })
  for (let n = 0; n < 5; n += 1) {
    const bytes = await unePhoto()
    const answer = await depositInOne(server, { token: karim.token, evenementId: running.evenementId, bytes })
    medias.push(Number(answer.headers['x-media-id']))
  }
  const [first, second, third, fourth] = medias
  server.clock.set('2026-06-20T12:05:00.000Z')
  await decide('PATCH', `${first}/valider`)
  server.clock.set('2026-06-20T12:06:00.000Z')
  await decide('PATCH', `${second}/valider`)
  await decide('PATCH', `${third}/rejeter`, { raison: 'Photo floue' })
  await server.call('DELETE', `/frontend/participant/medias/${fourth}`, { token: karim.token })
})
afterAll(() => server.stop())

function decide(method: 'PATCH', path: string, body?: object) {
  return server.call(method, `/frontend/organisateur/medias/${path}`, { token: claire.token, body })
}

const ask = async <T>(person: PersonneDeTest, path: string): Promise<T> =>
  (await server.call('GET', `/frontend/${path}`, { token: person.token })).json<T>()

test('shows an organiser the four counters, the latest validated media and the next events', async () => {
  const dashboard = await ask<DashboardOrganisateur>(claire, 'organisateur/dashboard')
  const counters = { totalEvenements: 3, totalParticipants: 2, totalMediasEnAttente: 1, totalMediasValides: 2 }
  expect(dashboard).toMatchObject(counters)
  expect(dashboard.derniersMedias.map(({ id }) => id)).toEqual([medias[1], medias[0]])
  expect(dashboard.evenementsProchains.map(({ titre }) => titre)).toEqual(['En cours', 'Prévu'])
  expect(await ask(claire, 'organisateur/dashboard/insight')).toEqual(counters)
  const [oldest] = await server.parts.database
    .selectFrom('media')
    .select('dateDepot')
    .where('statut', '=', 'EN_ATTENTE')
    .execute()
  expect(dashboard.enAttenteDepuis).toBe(oldest?.dateDepot)
})

test('shows pending removal requests to the organiser of the event only', async () => {
  const [first, second] = medias
  const asked = (mediaId: number | undefined) =>
    server.call('POST', `/frontend/participant/medias/${mediaId}/demandes-retrait`, { token: lea.token, body: {} })
  await asked(first)
  const { id } = (await asked(second)).json<{ id: number }>()
  const paul = await unOrganisateur(server)
  const countsOf = async (person: PersonneDeTest) =>
    (await ask<DashboardOrganisateur>(person, 'organisateur/dashboard')).demandesRetrait?.map(({ nombre }) => nombre)
  expect(await countsOf(claire)).toEqual([2])
  expect(await countsOf(paul)).toEqual([])
  const decision = { token: claire.token, body: { statut: 'REFUSEE' } }
  await server.call('POST', `/frontend/organisateur/demandes-retrait/${id}/decider`, decision)
  expect(await countsOf(claire)).toEqual([1])
})

test('counts removal requests that name a minor separately and first, with the waiting time', async () => {
  const [first, second] = medias
  server.clock.set('2026-06-20T12:10:00.000Z')
  const body = { mineur: true }
  await server.call('POST', `/frontend/participant/medias/${second}/demandes-retrait`, { token: lea.token, body })
  const dashboard = await ask<DashboardOrganisateur>(claire, 'organisateur/dashboard')
  const evenementId = dashboard.derniersMedias.find(({ id }) => id === first)?.evenement_id
  expect(dashboard.demandesRetrait).toEqual([
    { evenementId, mineur: true, nombre: 1, depuis: '2026-06-20T12:10:00.000Z' },
    { evenementId, mineur: false, nombre: 1, depuis: '2026-06-20T12:06:00.000Z' },
  ])
})

test('shows a participant the state of their media, without those they deleted', async () => {
  const dashboard = await ask<DashboardParticipant>(karim, 'participant/dashboard')
  const counters = { mediasDeposesTotal: 4, mediasValidesTotal: 2, mediasRejetesTotal: 1 }
  expect(dashboard).toMatchObject(counters)
  expect(dashboard.evenementsProchains.map(({ titre }) => titre)).toEqual(['En cours', 'Prévu'])
  expect(await ask(karim, 'participant/dashboard/insight')).toEqual(counters)
})

test('shows the latest media under neutral names to a member without uploads', async () => {
  const dashboard = await ask<DashboardParticipant>(lea, 'participant/dashboard')
  expect(dashboard).toMatchObject({ mediasDeposesTotal: 0, mediasValidesTotal: 0, mediasRejetesTotal: 0 })
  expect(dashboard.derniersMedias.map(({ nomFichier }) => nomFichier)).toEqual([
    `eclats-2026-06-20-photo-${medias[1]}.jpg`,
    `eclats-2026-06-20-photo-${medias[0]}.jpg`,
  ])
})

test('shows no media of an album that is closed to the person', async () => {
  const stranger = await unUtilisateur(server)
  const other = await unOrganisateur(server)
  expect((await ask<DashboardParticipant>(stranger, 'participant/dashboard')).derniersMedias).toEqual([])
  expect(await ask<DashboardOrganisateur>(other, 'organisateur/dashboard')).toMatchObject({
    totalEvenements: 0,
    derniersMedias: [],
    evenementsProchains: [],
  })
})

test('shows the twelve latest validated media of more events than that', async () => {
  const paul = await unOrganisateur(server)
  const expected: number[] = []
  for (let n = 0; n < 14; n += 1) {
    const { id: evenementId } = await unEvenement(server, { createurId: paul.id })
    // The last event has the latest media and an old one.
    for (const minute of n === 13 ? [30, 10] : [10 + n]) {
      const { id } = await unMedia(server, { evenementId, auteurId: karim.id, statut: 'VALIDE' })
      const dateValidation = `2026-06-20T12:${minute}:00.000Z`
      await server.parts.database.updateTable('media').set({ dateValidation }).where('id', '=', id).execute()
      if (minute > 11) expected.unshift(id)
    }
  }
  const { derniersMedias } = await ask<DashboardOrganisateur>(paul, 'organisateur/dashboard')
  expect(derniersMedias.map(({ id }) => id)).toEqual(expected)
  expect(expected.length).toBe(12)
})
