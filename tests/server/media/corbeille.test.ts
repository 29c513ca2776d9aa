import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { EvenementOrganisateur } from '#domain/evenement/evenement.ts'
import type { Media, MediaCorbeille } from '#domain/media/media.ts'
import { runJobs } from '#server/jobs.ts'
import { emptyOfCorbeille } from '#server/media/corbeille.repository.ts'
import { emptyCorbeille, eraseExpiredMedias } from '#server/media/corbeille.usecases.ts'
import { type PersonneDeTest, unEvenement, unMedia } from '#tests/support/builders.ts'
import { demandeAlbum } from '#tests/support/album.ts'
import { cutAtAudit } from '#tests/support/cutStatements.ts'
import { depositInOne } from '#tests/support/deposit.ts'
import { uneFete } from '#tests/support/fete.ts'
import { unePhoto } from '#tests/support/photos.ts'
import { acteurDe } from '#tests/support/races.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'
import { eraseListedFiles } from '#tests/support/storedFiles.ts'

const day = 86_400_000

let server: TestServer
let claire: PersonneDeTest
let karim: PersonneDeTest
let lea: PersonneDeTest
let evenementId: number
let bytes: Buffer
let mediaId: number

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  ;({ claire, karim, lea, evenementId } = await uneFete(server))
  bytes = await unePhoto()
  mediaId = await deposit()
})

async function deposit(): Promise<number> {
  const answer = await depositInOne(server, { token: karim.token, evenementId, bytes })
  await server.parts.medias.jobs.idle()
  return Number(answer.headers['x-media-id'])
}

const desk = (verb = '') => `/frontend/organisateur/medias/${mediaId}${verb}`
const valider = () => server.call('PATCH', desk('/valider'), { token: claire.token })
const rejeter = (raison: string) => server.call('PATCH', desk('/rejeter'), { token: claire.token, body: { raison } })
const remove = (headers = {}) => server.call('DELETE', desk(), { token: claire.token, headers })
const restore = (person = claire) => server.call('POST', desk('/restaurer'), { token: person.token })

async function corbeille(): Promise<MediaCorbeille[]> {
  const path = `/frontend/organisateur/evenements/${evenementId}/corbeille`
  return (await server.call('GET', path, { token: claire.token })).json<MediaCorbeille[]>()
}

function bytesFor({ token }: PersonneDeTest, type = 'original') {
  return server.call('GET', `/medias/${mediaId}/fichier?type=${type}`, { token })
}

async function row() {
  const medias = server.parts.database.selectFrom('media').selectAll()
  return medias.where('id', '=', mediaId).executeTakeFirstOrThrow()
}

async function fileSize(): Promise<number | null> {
  await eraseListedFiles(server.parts)
  return server.parts.medias.storage.size((await row()).fichier)
}

async function seenBy(person: PersonneDeTest): Promise<Media | undefined> {
  const path = `/frontend/participant/evenements/${evenementId}/medias`
  const answer = await server.call('GET', path, { token: person.token })
  return answer.json<Media[]>().find((media) => media.id === mediaId)
}

async function notificationTitres(): Promise<string[]> {
  const answer = await server.call('GET', '/notifications', { token: karim.token })
  return answer.json<{ titre: string }[]>().map(({ titre }) => titre)
}

test('removes a deleted media from every album and count, and shows it in the bin of the event', async () => {
  await valider()
  await server.parts.medias.jobs.idle()
  expect(await seenBy(karim)).toMatchObject({ statut: 'VALIDE', apercu: true })
  expect((await remove()).json()).toEqual({ message: 'Média supprimé' })
  expect(await seenBy(karim)).toMatchObject({ statut: 'SUPPRIME', apercu: false })
  expect(await seenBy(lea)).toBeUndefined()
  const list = `/frontend/organisateur/evenements/${evenementId}`
  const medias = await server.call('GET', `${list}/medias`, { token: claire.token })
  expect(medias.json()).toEqual([])
  const evenement = (await server.call('GET', list, { token: claire.token })).json<EvenementOrganisateur>()
  expect(evenement).toMatchObject({ corbeille: 1, couvertureMediaId: null, comptes: { medias: { VALIDE: 0 } } })
  expect(await corbeille()).toMatchObject([
    {
      media: { id: mediaId, apercu: true },
      statutAvant: 'VALIDE',
      supprimeLe: '2026-06-20T12:00:00.000Z',
      effaceLe: '2026-07-20T12:00:00.000Z',
    },
  ])
})

test('serves the bytes in the bin only to the organiser', async () => {
  await valider()
  await remove()
  for (const type of ['original', 'thumbnail']) {
    expect((await bytesFor(claire, type)).statusCode).toBe(200)
    for (const person of [karim, lea]) expect((await bytesFor(person, type)).statusCode).toBe(404)
  }
})

test('aborts an album download when one of its media is moved to the bin', async () => {
  await valider()
  const { lien } = await demandeAlbum(server, lea, { evenementId, choix: 'VALIDES' })
  await remove()
  expect((await server.app.inject({ url: lien.adresse })).statusCode).toBe(410)
})

test('restores a media with its statut, raison and file', async () => {
  await rejeter('Photo floue')
  await remove()
  expect(await fileSize()).toBe(bytes.length)
  expect((await restore()).json()).toMatchObject({ statut: 'REJETE', raison: 'Photo floue' })
  expect(await corbeille()).toEqual([])
  expect(await fileSize()).toBe(bytes.length)
  // The first answer may have been lost.
  expect((await restore()).json()).toMatchObject({ statut: 'REJETE' })
  await valider()
  await remove()
  expect((await restore()).json()).toMatchObject({ statut: 'VALIDE', raison: null })
  expect((await seenBy(lea))?.statut).toBe('VALIDE')
})

test('answers a decision on a version from before the restoration with who restored it and when', async () => {
  const body = { raison: 'Floue', version: 1 }
  const restoredAt = new Date(server.clock.now().getTime() + 60_000)
  for (const isDecided of [false, true]) {
    if (isDecided) await valider()
    await remove()
    server.clock.set(restoredAt.toISOString())
    await restore()
    server.clock.set('2026-06-20T12:00:00.000Z')
    const answer = await server.call('PATCH', desk('/rejeter'), { token: claire.token, body })
    expect([answer.statusCode, answer.json()]).toMatchObject([
      409,
      {
        code: 'media.version',
        message: 'Vous avez déjà restauré ce média à 14:01 depuis un autre appareil.',
      },
    ])
  }
})

test('lets only the organiser restore a media', async () => {
  await remove()
  for (const person of [karim, lea]) expect((await restore(person)).statusCode).toBe(404)
  expect(await corbeille()).toHaveLength(1)
})

test('refuses to restore a photo that its author has sent again', async () => {
  await valider()
  await remove()
  const again = await deposit()
  expect(again).not.toBe(mediaId)
  expect((await restore()).json()).toMatchObject({ code: 'media.renvoye' })
  expect(await corbeille()).toHaveLength(1)
})

test('creates the previews of a media that was moved to the bin without them', async () => {
  await server.parts.database.updateTable('media').set({ variantesEtat: 'A_FAIRE' }).where('id', '=', mediaId).execute()
  await remove()
  await server.parts.medias.jobs.idle()
  expect((await row()).variantesEtat).toBe('FAITES')
  expect(await fileSize()).toBe(bytes.length)
  await restore()
  expect((await bytesFor(karim)).rawPayload).toHaveLength(bytes.length)
})

test('erases a media after 30 days in the bin, not earlier', async () => {
  const began = server.clock.now().toISOString()
  await remove()
  server.clock.advance(30 * day - 1000)
  await runJobs(server.parts)
  expect(await row()).toMatchObject({ corbeilleLe: began })
  expect(await fileSize()).toBe(bytes.length)
  server.clock.advance(1000)
  await runJobs(server.parts)
  server.clock.set(began)
  expect(await row()).toMatchObject({ statut: 'SUPPRIME', corbeilleLe: null })
  expect(await fileSize()).toBeNull()
})

test('leaves a media that was restored and removed again while the expired ones are erased', async () => {
  const { database } = server.parts
  await remove()
  server.clock.set(new Date(server.clock.now().getTime() + 31 * day).toISOString())
  const corbeilleLe = server.clock.now().toISOString()
  let isListed = false
  const afterList = database.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (isListed) return result
      isListed = true
      await database.updateTable('media').set({ corbeilleLe }).where('id', '=', mediaId).execute()
      return result
    },
  })
  await eraseExpiredMedias({ database: afterList, clock: server.clock })
  expect((await row()).corbeilleLe).toBe(corbeilleLe)
})

test('neither shows nor restores an erased media', async () => {
  await remove()
  await emptyOfCorbeille(server.parts.database, server.clock, mediaId)
  expect(await corbeille()).toEqual([])
  expect((await restore()).statusCode).toBe(404)
  expect((await bytesFor(claire)).statusCode).toBe(404)
})

test('erases the media that the organiser empties out of the bin at once, and none of another event', async () => {
  await remove()
  const other = await unEvenement(server, { createurId: claire.id })
  const empty = (id: number) =>
    server.call('DELETE', `/frontend/organisateur/evenements/${id}/corbeille`, { token: claire.token })
  await empty(other.id)
  expect(await corbeille()).toHaveLength(1)
  expect((await empty(evenementId)).json()).toEqual({ message: 'Corbeille vidée' })
  expect(await corbeille()).toEqual([])
  expect(await fileSize()).toBeNull()
})

test('leaves media in the bin that were moved there after the list that the organiser saw', async () => {
  const path = `/frontend/organisateur/evenements/${evenementId}/corbeille`
  await remove()
  const [seen] = await corbeille()
  server.clock.advance(1000)
  const { id: later } = await unMedia(server, { evenementId, auteurId: karim.id, statut: 'VALIDE' })
  await server.call('DELETE', `/frontend/organisateur/medias/${later}`, { token: claire.token })
  await server.call('DELETE', `${path}?jusqua=${seen?.supprimeLe}`, { token: claire.token })
  expect((await corbeille()).map(({ media }) => media.id)).toEqual([later])
  expect((await server.call('DELETE', `${path}?jusqua=hier`, { token: claire.token })).statusCode).toBe(400)
  expect(await corbeille()).toHaveLength(1)
})

test('erases the rest of the bin when emptying it was cut between two batches', async () => {
  const { parts } = server
  const corbeilleLe = server.clock.now().toISOString()
  for (let n = 0; n < 60; n += 1) await unMedia(server, { evenementId, auteurId: karim.id, statut: 'SUPPRIME' })
  await parts.database
    .updateTable('media')
    .set({ corbeilleLe })
    .where('evenementId', '=', evenementId)
    .where('statut', '=', 'SUPPRIME')
    .execute()
  const empty = (database = parts.database) =>
    emptyCorbeille({ ...parts, database }, { acteur: acteurDe(claire), evenementId })
  await expect(empty(parts.database.withPlugin(cutAtAudit(55)))).rejects.toThrow('cut')
  expect(await corbeille()).toHaveLength(10)
  await empty()
  expect(await corbeille()).toEqual([])
})

test('erases at once what its author deletes in the bin', async () => {
  await remove()
  await server.call('DELETE', `/frontend/participant/medias/${mediaId}`, { token: karim.token })
  expect(await corbeille()).toEqual([])
  expect(await fileSize()).toBeNull()
})

test('erases at once on a removal request, also out of the bin', async () => {
  await valider()
  const body = { motif: 'On me voit.' }
  const path = `/frontend/participant/medias/${mediaId}/demandes-retrait`
  const demande = (await server.call('POST', path, { token: lea.token, body })).json<{ id: number }>()
  await remove()
  expect(await fileSize()).toBe(bytes.length)
  const decision = await server.call('POST', `/frontend/organisateur/demandes-retrait/${demande.id}/decider`, {
    token: claire.token,
    body: { statut: 'ACCEPTEE' },
  })
  expect(decision.statusCode).toBe(200)
  expect(await corbeille()).toEqual([])
  expect(await fileSize()).toBeNull()
})

test('keeps one cover per event, shown while it is validated', async () => {
  const first = mediaId
  await valider()
  await server.call('POST', desk('/favori'), { token: claire.token })
  bytes = await unePhoto()
  mediaId = await deposit()
  await valider()
  const cover = async () => {
    const list = `/frontend/organisateur/evenements/${evenementId}`
    return (await server.call('GET', list, { token: claire.token })).json<EvenementOrganisateur>().couvertureMediaId
  }
  expect(await cover()).toBe(first)
  expect((await server.call('POST', desk('/couverture'), { token: claire.token })).json()).toMatchObject({
    couverture: true,
  })
  expect(await cover()).toBe(mediaId)
  await rejeter('Photo floue')
  expect(await cover()).toBe(first)
  await valider()
  await server.call('POST', desk('/sans-couverture'), { token: claire.token })
  expect(await cover()).toBe(first)
})

test('notifies the author only of the last state when a decision changes before the notification', async () => {
  await valider()
  await rejeter('Photo floue')
  expect(await notificationTitres()).toEqual(['Média rejeté'])
  await remove()
  expect(await notificationTitres()).toEqual(['Média retiré'])
  await restore()
  expect(await notificationTitres()).toEqual(['Média rejeté'])
  await valider()
  expect(await notificationTitres()).toEqual(['Média validé'])
})

test('sends no notification when the last notified state is restored', async () => {
  await valider()
  const notifications = await server.call('GET', '/notifications', { token: karim.token })
  const [one] = notifications.json<{ id: number }[]>()
  await server.call('PUT', `/notifications/${one?.id}/lu`, { token: karim.token })
  await rejeter('Photo floue')
  await valider()
  expect(await notificationTitres()).toEqual(['Média validé'])
})

test('keeps a pushed notification as read beside the later decision', async () => {
  await valider()
  const { database } = server.parts
  const own = database.updateTable('notification').where('utilisateurId', '=', karim.id)
  await own.set({ pushLe: '2026-06-20T12:00:00.000Z' }).execute()
  await rejeter('Photo floue')
  const list = (await server.call('GET', '/notifications', { token: karim.token })).json<object[]>()
  expect(list).toMatchObject([
    { titre: 'Média rejeté', lu: false },
    { titre: 'Média validé', lu: true },
  ])
})

test('notifies an author that a media is pending again only if they were notified of its removal', async () => {
  await remove()
  await restore()
  expect(await notificationTitres()).toEqual([])
  await remove()
  await server.call('PUT', '/notifications/lu', { token: karim.token })
  await restore()
  expect(await notificationTitres()).toEqual(['Média restauré', 'Média retiré'])
})
