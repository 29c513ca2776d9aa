import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Evenement } from '#domain/evenement/evenement.ts'
import {
  unEvenement,
  uneInscription,
  uneInvitation,
  unMedia,
  unOrganisateur,
  unUtilisateur,
  type PersonneDeTest,
} from '#tests/support/builders.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

let server: TestServer
let claire: PersonneDeTest
beforeAll(async () => {
  server = await startTestServer()
  claire = await unOrganisateur(server, { prenom: 'Claire' })
})
afterAll(() => server.stop())

const read = (person: PersonneDeTest, id: number) =>
  server.call('GET', `/frontend/participant/evenements/${id}`, { token: person.token })
const list = async (person: PersonneDeTest) =>
  (await server.call('GET', '/frontend/participant/evenements', { token: person.token })).json<Evenement[]>()

const poster = [
  'couvertureMediaId',
  'createur',
  'dateDebut',
  'dateFin',
  'description',
  'fuseau',
  'galeriePour',
  'id',
  'inscriptions',
  'lieu',
  'statut',
  'titre',
  'visibilite',
]

test('shows only the poster before joining: no other people, no capacity, no last name', async () => {
  const evenement = await unEvenement(server, {
    createurId: claire.id,
    statut: 'PLANIFIE',
    visibilite: 'PUBLIC',
    capaciteMax: 12,
  })
  const [lea, ana] = [await unUtilisateur(server), await unUtilisateur(server)]
  await uneInscription(server, { evenementId: evenement.id, utilisateurId: ana.id })
  const seen = (await read(lea, evenement.id)).json<Evenement>()
  expect(Object.keys(seen).toSorted()).toEqual(poster)
  expect(seen).toMatchObject({ createur: { prenom: 'Claire' }, inscriptions: [], couvertureMediaId: null })
  expect(seen.createur).toEqual({ prenom: 'Claire' })
})

test.each(['EN_ATTENTE', 'VALIDE'] as const)(
  'shows %s the whole event and only their own registration',
  async (statut) => {
    const evenement = await unEvenement(server, { createurId: claire.id, capaciteMax: 12 })
    const [lea, ana] = [await unUtilisateur(server), await unUtilisateur(server)]
    const own = await uneInscription(server, { evenementId: evenement.id, utilisateurId: lea.id, statut })
    await uneInscription(server, { evenementId: evenement.id, utilisateurId: ana.id })
    expect((await read(lea, evenement.id)).json()).toMatchObject({
      capaciteMax: 12,
      createur: { prenom: 'Claire', nom: 'Durand' },
      inscriptions: [{ id: own.id, user: { id: lea.id }, statutInscription: statut }],
    })
  },
)

test('shows the poster and the cancellation to a cancelled participant', async () => {
  const evenement = await unEvenement(server, { createurId: claire.id, capaciteMax: 12 })
  const lea = await unUtilisateur(server)
  await uneInscription(server, { evenementId: evenement.id, utilisateurId: lea.id, statut: 'ANNULE' })
  const seen = (await read(lea, evenement.id)).json<Evenement>()
  expect(Object.keys(seen).toSorted()).toEqual(poster)
  expect(seen.inscriptions).toMatchObject([{ statutInscription: 'ANNULE' }])
})

test('counts validated and own media only for VALIDE registrations', async () => {
  const evenement = await unEvenement(server, { createurId: claire.id })
  const [lea, ana, tom] = [await unUtilisateur(server), await unUtilisateur(server), await unUtilisateur(server)]
  await uneInscription(server, { evenementId: evenement.id, utilisateurId: lea.id })
  await uneInscription(server, { evenementId: evenement.id, utilisateurId: tom.id, statut: 'EN_ATTENTE' })
  const album = async (person: PersonneDeTest) => (await read(person, evenement.id)).json<Evenement>().album
  expect(await album(lea)).toEqual({ medias: 0, miens: 0 })
  for (const auteur of [lea, ana, ana])
    await unMedia(server, { evenementId: evenement.id, auteurId: auteur.id, statut: 'VALIDE' })
  await unMedia(server, { evenementId: evenement.id, auteurId: lea.id, statut: 'REJETE' })
  expect(await album(lea)).toEqual({ medias: 3, miens: 1 })
  expect(await album(tom)).toBeUndefined()
})

test('lists public planned events and those with an invitation or registration, and hides all others', async () => {
  const lea = await unUtilisateur(server)
  const make = (statut: 'PLANIFIE' | 'EN_COURS', visibilite: 'PUBLIC' | 'PRIVE') =>
    unEvenement(server, { createurId: claire.id, statut, visibilite })
  const open = await make('PLANIFIE', 'PUBLIC')
  const hidden = await make('PLANIFIE', 'PRIVE')
  const running = await make('EN_COURS', 'PUBLIC')
  const invited = await make('EN_COURS', 'PRIVE')
  const joined = await make('EN_COURS', 'PRIVE')
  const declined = await make('PLANIFIE', 'PRIVE')
  const revoked = await make('PLANIFIE', 'PRIVE')
  await uneInvitation(server, { evenementId: invited.id, invite: lea })
  await uneInvitation(server, { evenementId: declined.id, invite: lea, statut: 'REFUSEE' })
  await uneInvitation(server, { evenementId: revoked.id, invite: lea, revoquee: true })
  await uneInscription(server, { evenementId: joined.id, utilisateurId: lea.id })
  const ids = (await list(lea)).map((evenement) => evenement.id)
  expect(ids).toEqual(expect.arrayContaining([open.id, invited.id, joined.id]))
  for (const evenement of [hidden, running, declined, revoked]) {
    expect(ids).not.toContain(evenement.id)
    expect((await read(lea, evenement.id)).statusCode).toBe(404)
  }
  for (const evenement of [open, invited, joined]) expect((await read(lea, evenement.id)).statusCode).toBe(200)
})

test('shows the same in the list and in the single event', async () => {
  const lea = await unUtilisateur(server)
  const evenement = await unEvenement(server, { createurId: claire.id })
  await uneInscription(server, { evenementId: evenement.id, utilisateurId: lea.id })
  const listed = (await list(lea)).find((entry) => entry.id === evenement.id)
  expect(listed).toEqual((await read(lea, evenement.id)).json())
})
