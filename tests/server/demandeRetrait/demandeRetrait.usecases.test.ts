import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { DemandeRetraitRecue } from '#domain/demandeRetrait/demandeRetrait.ts'
import type { Media } from '#domain/media/media.ts'
import type { Notification } from '#domain/notification/notification.ts'
import { type PersonneDeTest, uneInscription, unOrganisateur, unUtilisateur } from '#tests/support/builders.ts'
import { depositInOne } from '#tests/support/deposit.ts'
import { uneFete } from '#tests/support/fete.ts'
import { unePhoto } from '#tests/support/photos.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

let server: TestServer
let claire: PersonneDeTest
let karim: PersonneDeTest
let lea: PersonneDeTest
let evenementId: number
let mediaId: number
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  ;({ claire, karim, lea, evenementId } = await uneFete(server, { deposants: ['karim'], lea: { prenom: 'Zohra' } }))
  const answer = await depositInOne(server, { token: karim.token, evenementId, bytes: await unePhoto() })
  mediaId = Number(answer.headers['x-media-id'])
  await server.call('PATCH', `/frontend/organisateur/medias/${mediaId}/valider`, { token: claire.token })
})
afterAll(() => server.stop())

const request = (person = lea, motif = ' On me voit de trop près. ') =>
  server.call('POST', `/frontend/participant/medias/${mediaId}/demandes-retrait`, {
    token: person.token,
    body: { motif },
  })
const list = async () =>
  (
    await server.call('GET', `/frontend/organisateur/evenements/${evenementId}/demandes-retrait`, {
      token: claire.token,
    })
  ).json<DemandeRetraitRecue[]>()
const answer = (id: number, verb: string, body?: object, person = claire) =>
  server.call('POST', `/frontend/organisateur/demandes-retrait/${id}/${verb}`, {
    token: person.token,
    ...(body && { body }),
  })
const aRequest = async (person = lea) => (await request(person)).json<{ id: number }>().id
const album = async (person: PersonneDeTest) =>
  (await server.call('GET', `/frontend/participant/evenements/${evenementId}/medias`, { token: person.token })).json<
    Media[]
  >()
const notificationsOf = async (person: PersonneDeTest) =>
  (await server.call('GET', '/notifications', { token: person.token })).json<Notification[]>()

test('notifies the organiser of a removal request with its author and reason', async () => {
  const made = await request()
  expect([made.statusCode, made.json()]).toMatchObject([201, { media_id: mediaId, statut: 'EN_ATTENTE' }])
  expect(await list()).toMatchObject([
    {
      motif: 'On me voit de trop près.',
      demandeur: { id: lea.id, prenom: 'Zohra' },
      media: { id: mediaId, statut: 'VALIDE' },
    },
  ])
  const [notification] = await notificationsOf(claire)
  expect(notification).toMatchObject({ type: 'RETRAIT', evenement_id: evenementId })
  expect(notification?.message).toContain('On me voit de trop près.')
})

test('adds the mark of a minor when an open request is repeated with it, and notifies the organiser once', async () => {
  const noor = await unUtilisateur(server)
  await uneInscription(server, { evenementId, utilisateurId: noor.id })
  const first = await aRequest(lea)
  await aRequest(noor)
  const repeat = (mineur: boolean) =>
    server.call('POST', `/frontend/participant/medias/${mediaId}/demandes-retrait`, {
      token: lea.token,
      body: { mineur },
    })
  const [again, ...others] = await Promise.all([repeat(true), repeat(true), repeat(true)])
  expect([again?.statusCode, again?.json()]).toMatchObject([201, { id: first, mineur: true }])
  expect(others.map((other) => other.json<{ id: number; mineur: boolean }>())).toMatchObject([
    { id: first, mineur: true },
    { id: first, mineur: true },
  ])
  expect((await repeat(false)).json()).toMatchObject({ id: first, mineur: true })
  expect((await list()).map(({ id, motif, mineur }) => ({ id, motif, mineur }))).toMatchObject([
    { id: first, motif: 'On me voit de trop près.', mineur: true },
    { mineur: false },
  ])
  const messages = (await notificationsOf(claire)).map(({ message }) => message)
  expect(messages.filter((message) => message.includes("précise qu'un mineur"))).toHaveLength(1)
})

test('keeps the mark of a minor when two requests of a person arrive together', async () => {
  const ask = (mineur: boolean) =>
    server.call('POST', `/frontend/participant/medias/${mediaId}/demandes-retrait`, {
      token: lea.token,
      body: { mineur },
    })
  const [first, second] = await Promise.all([ask(false), ask(true)])
  expect([first.statusCode, second.json()]).toMatchObject([201, { mineur: true }])
  expect(await list()).toMatchObject([{ mineur: true }])
  const messages = (await notificationsOf(claire)).map(({ message }) => message)
  expect(messages.filter((message) => message.includes('mineur'))).toHaveLength(1)
})

test('lists a request that names a minor before newer pending ones, and notifies the organiser', async () => {
  const path = `/frontend/participant/medias/${mediaId}/demandes-retrait`
  await server.call('POST', path, { token: lea.token, body: { mineur: true } })
  const noor = await unUtilisateur(server)
  await uneInscription(server, { evenementId, utilisateurId: noor.id })
  const answered = await aRequest(noor)
  expect((await list()).map(({ mineur }) => mineur)).toEqual([true, false])
  expect((await notificationsOf(claire)).map(({ message }) => message)).toContainEqual(
    expect.stringContaining("demande le retrait d'un média où figure un mineur"),
  )
  const [minor] = await list()
  await answer(minor?.id ?? 0, 'decider', { statut: 'REFUSEE' })
  expect((await list()).map(({ id }) => id)).toEqual([answered, minor?.id])
})

test('treats a second request as the same', async () => {
  const [first, again] = [await request(), await request()]
  expect(again.json()).toEqual(first.json())
  expect(await list()).toHaveLength(1)
})

test('hides the media at once, and shows its author the reason but not the requester', async () => {
  const id = await aRequest()
  const hidden = (await answer(id, 'masquer')).json<DemandeRetraitRecue>()
  expect(hidden).toMatchObject({ statut: 'EN_ATTENTE', media: { statut: 'REJETE' } })
  expect(await album(lea)).toEqual([])
  const [own] = await album(karim)
  expect(own).toMatchObject({ statut: 'REJETE', raison: 'Une personne visible sur ce média a demandé son retrait.' })
  expect(JSON.stringify(await notificationsOf(karim))).not.toContain('Zohra')
})

test('removes the media permanently on acceptance and notifies every requester', async () => {
  const ana = await unUtilisateur(server)
  await uneInscription(server, { evenementId, utilisateurId: ana.id })
  const [first] = [await aRequest(), await aRequest(ana)]
  await server.parts.database.updateTable('media').set({ variantesEtat: 'FAITES' }).execute()
  expect((await answer(first, 'decider', { statut: 'ACCEPTEE' })).json()).toMatchObject({
    statut: 'ACCEPTEE',
    media: { statut: 'SUPPRIME', apercu: false },
  })
  expect((await list()).map(({ statut }) => statut)).toEqual(['ACCEPTEE', 'ACCEPTEE'])
  for (const person of [lea, ana]) {
    expect((await notificationsOf(person))[0]?.message).toBe(
      "Le média a été retiré de l'album, comme vous l'avez demandé.",
    )
  }
})

test('restores a media hidden for the request on refusal, and keeps another rejection', async () => {
  const id = await aRequest()
  await answer(id, 'masquer')
  await answer(id, 'decider', { statut: 'REFUSEE' })
  expect(await album(lea)).toMatchObject([{ id: mediaId, statut: 'VALIDE' }])

  const second = await aRequest()
  await server.call('PATCH', `/frontend/organisateur/medias/${mediaId}/rejeter`, {
    token: claire.token,
    body: { raison: 'Photo floue' },
  })
  await answer(second, 'decider', { statut: 'REFUSEE' })
  expect(await album(lea)).toEqual([])
})

test('puts a media back to waiting on refusal when it waited before it was hidden, also after the bin', async () => {
  const row = async () => {
    const medias = server.parts.database.selectFrom('media').select(['statut', 'raison', 'dateValidation'])
    return medias.where('id', '=', mediaId).executeTakeFirstOrThrow()
  }
  const waiting = { statut: 'EN_ATTENTE', raison: null, dateValidation: null } as const
  const desk = (method: 'DELETE' | 'POST' | 'PATCH', verb = '') =>
    server.call(method, `/frontend/organisateur/medias/${mediaId}${verb}`, { token: claire.token })
  for (const isBinned of [false, true]) {
    const id = await aRequest()
    // As when the photos of a blocked person are put back to waiting.
    await server.parts.database.updateTable('media').set(waiting).where('id', '=', mediaId).execute()
    await answer(id, 'masquer')
    await answer(id, 'masquer')
    expect((await row()).statut).toBe('REJETE')
    if (isBinned) for (const step of [() => desk('DELETE'), () => desk('POST', '/restaurer')]) await step()
    const decided = (await answer(id, 'decider', { statut: 'REFUSEE' })).json<DemandeRetraitRecue>()
    expect(decided.media.statut).toBe('EN_ATTENTE')
    expect(await row()).toEqual(waiting)
    await desk('PATCH', '/valider')
  }
  expect(await album(lea)).toMatchObject([{ id: mediaId, statut: 'VALIDE' }])
})

test.each([
  ['rejected', 'REJETER', 'REJETE'],
  ['put back to waiting', 'EN_ATTENTE', 'EN_ATTENTE'],
] as const)(
  'leaves a media on refusal %s as the others of its author, blocked meanwhile',
  async (_how, medias, statut) => {
    const id = await aRequest()
    await answer(id, 'masquer')
    const inscriptions = server.parts.database
      .selectFrom('inscription')
      .select('id')
      .where('utilisateurId', '=', karim.id)
    const { id: inscriptionId } = await inscriptions.executeTakeFirstOrThrow()
    const path = `/inscriptions/${inscriptionId}/statut?statut=ANNULE&medias=${medias}`
    expect((await server.call('PUT', path, { token: claire.token })).statusCode).toBe(200)
    const decided = await answer(id, 'decider', { statut: 'REFUSEE' })
    expect(decided.json<DemandeRetraitRecue>()).toMatchObject({ statut: 'REFUSEE', media: { statut } })
    expect(await album(lea)).toEqual([])
  },
)

test('keeps a media hidden while another person waits for its removal', async () => {
  const ana = await unUtilisateur(server)
  await uneInscription(server, { evenementId, utilisateurId: ana.id })
  const [first, second] = [await aRequest(), await aRequest(ana)]
  await answer(first, 'masquer')
  await answer(second, 'decider', { statut: 'REFUSEE' })
  expect(await album(lea)).toEqual([])
  await answer(first, 'decider', { statut: 'REFUSEE' })
  expect(await album(lea)).toMatchObject([{ id: mediaId, statut: 'VALIDE' }])
})

test('stores one request and one notification when the same one arrives several times at once', async () => {
  const before = (await notificationsOf(claire)).length
  const answers = await Promise.all(Array.from({ length: 5 }, () => request()))
  expect(new Set(answers.map((one) => one.json<{ id: number }>().id)).size).toBe(1)
  expect(await list()).toHaveLength(1)
  expect((await notificationsOf(claire)).length - before).toBe(1)
})

test('keeps an answer final, also with two concurrent ones, and takes the same answer again', async () => {
  const id = await aRequest()
  const answers = await Promise.all(
    ['ACCEPTEE', 'REFUSEE', 'ACCEPTEE', 'REFUSEE'].map((statut) => answer(id, 'decider', { statut })),
  )
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 200, 409, 409])
  const decided = answers.find(({ statusCode }) => statusCode === 200)?.json<{ statut: string }>()
  const notifications = await notificationsOf(lea)
  const again = await answer(id, 'decider', { statut: decided?.statut })
  expect([again.statusCode, again.json()]).toEqual([200, decided])
  expect(await notificationsOf(lea)).toEqual(notifications)
  expect((await answer(id, 'masquer')).json()).toMatchObject({ code: 'demande.deja_decidee' })
})

test.each([{}, { motif: '' }, { motif: '  ' }])(
  'stores a request without a reason (%j) and notifies the organiser in a full sentence',
  async (body) => {
    const path = `/frontend/participant/medias/${mediaId}/demandes-retrait`
    const made = await server.call('POST', path, { token: lea.token, body })
    expect([made.statusCode, made.json()]).toMatchObject([201, { motif: '', statut: 'EN_ATTENTE' }])
    expect(await list()).toMatchObject([{ motif: '', demandeur: { id: lea.id } }])
    const [notification] = await notificationsOf(claire)
    expect(notification?.message).toMatch(/ demande le retrait d'un média\.$/)
  },
)

test('refuses a reason of more than 500 characters with its message', async () => {
  const message = 'Le motif ne peut pas dépasser 500 caractères'
  expect((await request(lea, 'a'.repeat(501))).json()).toEqual({ message, code: 'requete.invalide' })
})

test("refuses the person's own media, a foreign media and a foreign organiser", async () => {
  expect((await request(karim)).json()).toMatchObject({ code: 'demande.propre_media' })
  const stranger = await unUtilisateur(server)
  expect((await request(stranger)).json()).toMatchObject({ code: 'media.introuvable' })
  const id = await aRequest()
  const other = await unOrganisateur(server)
  expect((await answer(id, 'masquer', undefined, other)).statusCode).toBe(404)
  expect((await answer(id, 'decider', { statut: 'ACCEPTEE' }, other)).statusCode).toBe(404)
  expect(await album(lea)).toHaveLength(1)
})
