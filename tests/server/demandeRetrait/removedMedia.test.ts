import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { corbeilleDays, type Media } from '#domain/media/media.ts'
import type { DemandeRetraitRecue } from '#domain/demandeRetrait/demandeRetrait.ts'
import type { Notification } from '#domain/notification/notification.ts'
import { requestRemoval } from '#server/demandeRetrait/demandeRetrait.usecases.ts'
import { eraseExpiredMedias } from '#server/media/corbeille.usecases.ts'
import { findMedia } from '#server/media/media.repository.ts'
import { motDePasseDeTest, type PersonneDeTest, uneInscription, unUtilisateur } from '#tests/support/builders.ts'
import { depositInOne } from '#tests/support/deposit.ts'
import { uneFete } from '#tests/support/fete.ts'
import { unePhoto } from '#tests/support/photos.ts'
import { acteurDe } from '#tests/support/races.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

const removed = "Le média a été retiré de l'album, comme vous l'avez demandé."
const refusedButAway = "L'organisateur a refusé votre demande. Le média n'est pas dans l'album pour l'instant."

let server: TestServer
let claire: PersonneDeTest
let karim: PersonneDeTest
let lea: PersonneDeTest
let evenementId: number
let mediaId: number
let bytes: Buffer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  ;({ claire, karim, lea, evenementId } = await uneFete(server, { deposants: ['karim'] }))
  bytes = await unePhoto()
  mediaId = Number((await deposit()).headers['x-media-id'])
  await desk('PATCH', '/valider')
})

const deposit = () => depositInOne(server, { token: karim.token, evenementId, bytes })
const desk = (method: 'PATCH' | 'DELETE' | 'POST', verb = '') =>
  server.call(method, `/frontend/organisateur/medias/${mediaId}${verb}`, { token: claire.token })
const removeOwn = () => server.call('DELETE', `/frontend/participant/medias/${mediaId}`, { token: karim.token })
const evenement = (verb = '') => `/frontend/organisateur/evenements/${evenementId}${verb}`
const emptyBin = () => server.call('DELETE', evenement('/corbeille'), { token: claire.token })
const expireBin = async () => {
  const now = server.clock.now().toISOString()
  server.clock.advance(corbeilleDays * 86_400_000)
  await eraseExpiredMedias(server.parts)
  server.clock.set(now)
}

async function aRequest(person = lea): Promise<number> {
  const path = `/frontend/participant/medias/${mediaId}/demandes-retrait`
  const answer = await server.call('POST', path, { token: person.token, body: {} })
  expect(answer.statusCode).toBe(201)
  return answer.json<{ id: number }>().id
}

async function anotherMember(): Promise<PersonneDeTest> {
  const person = await unUtilisateur(server)
  await uneInscription(server, { evenementId, utilisateurId: person.id })
  return person
}

const answer = (id: number, verb: string, body?: object) =>
  server.call('POST', `/frontend/organisateur/demandes-retrait/${id}/${verb}`, {
    token: claire.token,
    ...(body && { body }),
  })
const statuts = async () =>
  (await server.call('GET', evenement('/demandes-retrait'), { token: claire.token }))
    .json<DemandeRetraitRecue[]>()
    .map(({ statut }) => statut)
const messagesTo = async (person: PersonneDeTest) =>
  (await server.call('GET', '/notifications', { token: person.token })).json<Notification[]>().map((one) => one.message)
const ownMedia = async () => {
  const path = `/frontend/participant/evenements/${evenementId}/medias`
  const [media] = (await server.call('GET', path, { token: karim.token })).json<Media[]>()
  return media
}

test.each([
  ['its author deletes the media', [removeOwn]],
  ['its organiser empties the bin with it', [() => desk('DELETE'), emptyBin]],
  ['it has been in the bin for 30 days', [() => desk('DELETE'), expireBin]],
])('accepts every open request and notifies its person when %s', async (_when, steps) => {
  const noor = await anotherMember()
  const ids = [await aRequest(), await aRequest(noor)]
  for (const step of steps.slice(0, -1)) {
    await step()
    expect(await statuts()).toEqual(['EN_ATTENTE', 'EN_ATTENTE'])
    expect(await messagesTo(lea)).toEqual([])
  }
  await steps.at(-1)?.()
  expect(await statuts()).toEqual(['ACCEPTEE', 'ACCEPTEE'])
  for (const person of [lea, noor]) expect(await messagesTo(person)).toEqual([removed])
  for (const id of ids)
    expect((await answer(id, 'decider', { statut: 'REFUSEE' })).json()).toMatchObject({ code: 'demande.deja_decidee' })
})

test('notifies the person of a request when the author of the media erases their account', async () => {
  await aRequest()
  const body = { motDePasseActuel: motDePasseDeTest }
  const erased = await server.call('DELETE', '/frontend/participant/data', { token: karim.token, body })
  expect(erased.statusCode).toBe(200)
  expect(await messagesTo(lea)).toEqual([removed])
})

test('does not say that a media is in the album whose request is refused after it was rejected for another reason', async () => {
  const id = await aRequest()
  await server.call('PATCH', `/frontend/organisateur/medias/${mediaId}/rejeter`, {
    token: claire.token,
    body: { raison: 'Photo floue' },
  })
  await answer(id, 'decider', { statut: 'REFUSEE' })
  expect(await messagesTo(lea)).toEqual([refusedButAway])
  expect(await ownMedia()).toMatchObject({ statut: 'REJETE', raison: 'Photo floue' })
})

test('keeps a refused request refused when the media is deleted later', async () => {
  await answer(await aRequest(), 'decider', { statut: 'REFUSEE' })
  await removeOwn()
  expect(await statuts()).toEqual(['REFUSEE'])
  expect(await messagesTo(lea)).not.toContain(removed)
})

test.each(['VALIDE', 'EN_ATTENTE'] as const)(
  'gives a hidden media its former statut %s at its restore when its request was refused in the bin',
  async (statut) => {
    const noor = await anotherMember()
    const [first, second] = [await aRequest(), await aRequest(noor)]
    await server.parts.database.updateTable('media').set({ statut }).where('id', '=', mediaId).execute()
    await answer(first, 'masquer')
    await desk('DELETE')
    await answer(first, 'decider', { statut: 'REFUSEE' })
    expect(await messagesTo(lea)).toEqual([refusedButAway])
    const bin = (await server.call('GET', evenement('/corbeille'), { token: claire.token })).json<unknown[]>()
    expect(bin).toMatchObject([{ statutAvant: 'REJETE' }])
    await answer(second, 'decider', { statut: 'REFUSEE' })
    await desk('POST', '/restaurer')
    expect(await ownMedia()).toMatchObject({ statut, raison: null })
  },
)

test('leaves a media rejected that was hidden, when its author was blocked before it was moved to the bin', async () => {
  const id = await aRequest()
  await answer(id, 'masquer')
  const medias = server.parts.database.updateTable('media').set({ statutAvantMasque: 'REJETE' })
  await medias.where('id', '=', mediaId).execute()
  await desk('DELETE')
  await answer(id, 'decider', { statut: 'REFUSEE' })
  await desk('POST', '/restaurer')
  expect(await ownMedia()).toMatchObject({ statut: 'REJETE' })
})

test('refuses a request for a media that was removed while the request arrived', async () => {
  const media = await findMedia(server.parts.database, mediaId)
  await removeOwn()
  const late = { acteur: acteurDe(lea), media: media!, motif: '', mineur: false }
  await expect(requestRemoval(server.parts, late)).rejects.toMatchObject({ code: 'media.introuvable' })
  expect(await statuts()).toEqual([])
})
