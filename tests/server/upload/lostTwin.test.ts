import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { StatutMedia } from '#domain/media/media.ts'
import { repair } from '#server/integrity/repair.ts'
import { storeJobResult } from '#server/media/jobResult.ts'
import { findMedia } from '#server/media/media.repository.ts'
import { removeOwn } from '#server/media/media.usecases.ts'
import type { PersonneDeTest } from '#tests/support/builders.ts'
import { beginUpload, depositInOne, sendBytes } from '#tests/support/deposit.ts'
import { uneFete } from '#tests/support/fete.ts'
import { sha256Of, unePhoto, unePhotoDecrite } from '#tests/support/photos.ts'
import { acteurDe, duringTransaction } from '#tests/support/races.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

let server: TestServer
let claire: PersonneDeTest
let karim: PersonneDeTest
let evenementId: number
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  ;({ claire, karim, evenementId } = await uneFete(server))
})

const mine = (bytes: Buffer) => ({ token: karim.token, evenementId, bytes })
const send = (begun: { headers: Record<string, unknown> }, bytes: Buffer) =>
  sendBytes(server, String(begun.headers['location']), { token: karim.token, offset: 0, bytes })
const read = (id: number, query = '') => server.call('GET', `/medias/${id}/fichier${query}`, { token: karim.token })

/** The disk loses the file of a validated media, with its previews. */
async function lose(id: number): Promise<void> {
  await server.call('PATCH', `/frontend/organisateur/medias/${id}/valider`, { token: claire.token })
  await server.parts.medias.jobs.idle()
  await server.parts.medias.storage.remove((await findMedia(server.parts.database, id))?.fichier ?? '')
  expect((await read(id)).statusCode).toBe(404)
}

async function expectShown(id: number, bytes: Buffer, statut: StatutMedia = 'VALIDE'): Promise<void> {
  await server.parts.medias.jobs.idle()
  expect(sha256Of((await read(id)).rawPayload)).toBe(sha256Of(bytes))
  expect((await read(id, '?type=thumbnail')).statusCode).toBe(200)
  const medias = await server.parts.database
    .selectFrom('media')
    .select(['id', 'statut'])
    .where('evenementId', '=', evenementId)
    .execute()
  expect(medias).toEqual([{ id, statut }])
}

test('takes a photo again whose file was lost, and keeps its decision', async () => {
  const bytes = await unePhoto()
  const id = Number((await depositInOne(server, mine(bytes))).headers['x-media-id'])
  await lose(id)
  const again = await depositInOne(server, mine(bytes))
  expect([again.statusCode, again.headers['x-media-id'], again.headers['x-duplicate']]).toEqual([
    201,
    String(id),
    undefined,
  ])
  await expectShown(id, bytes)
})

test('takes a photo again whose file was lost after the second upload had begun', async () => {
  const bytes = await unePhoto()
  const [first, second] = [await beginUpload(server, mine(bytes)), await beginUpload(server, mine(bytes))]
  const id = Number((await send(first, bytes)).headers['x-media-id'])
  await lose(id)
  const again = await send(second, bytes)
  expect([again.headers['x-media-id'], again.headers['x-duplicate']]).toEqual([String(id), undefined])
  await expectShown(id, bytes)
})

test('lets the organiser decide again when the author sends other bytes for the lost file', async () => {
  const [first, other] = [await unePhoto(), await unePhotoDecrite(new Date(0))]
  const id = Number((await depositInOne(server, mine(first))).headers['x-media-id'])
  await lose(id)
  const again = await depositInOne(server, { ...mine(other), sourceSha256: sha256Of(first) })
  expect(again.headers['x-media-id']).toBe(String(id))
  await expectShown(id, other, 'EN_ATTENTE')
  expect(await findMedia(server.parts.database, id)).toMatchObject({ decideParId: null, dateValidation: null })
})

test('keeps the new file when a repair found the older one missing before', async () => {
  const bytes = await unePhoto()
  const id = Number((await depositInOne(server, mine(bytes))).headers['x-media-id'])
  await lose(id)
  const found = await findMedia(server.parts.database, id)
  await depositInOne(server, mine(bytes))
  const { database, clock, medias } = server.parts
  await repair({ database, clock, storage: medias.storage }, { kind: 'missing', media: found! })
  expect((await findMedia(database, id))?.statut).toBe('VALIDE')
  await expectShown(id, bytes)
})

test('keeps a decision that is made while the author sends the lost photo again', async () => {
  const bytes = await unePhoto()
  const id = Number((await depositInOne(server, mine(bytes))).headers['x-media-id'])
  await lose(id)
  const decided = { statut: 'REJETE', raison: 'Photo floue', decideParId: claire.id } as const
  const again = await duringTransaction(server, {
    first: (database) => database.updateTable('media').set(decided).where('id', '=', id).execute(),
    work: () => depositInOne(server, mine(bytes)),
  })
  expect(again).toMatchObject({ status: 'fulfilled', value: { statusCode: 201 } })
  await expectShown(id, bytes, 'REJETE')
})

test('adds a new media when the lost one is removed while the author sends it again', async () => {
  const bytes = await unePhoto()
  const id = Number((await depositInOne(server, mine(bytes))).headers['x-media-id'])
  await lose(id)
  const removed = { statut: 'SUPPRIME', decideParId: claire.id } as const
  const again = await duringTransaction(server, {
    first: (database) => database.updateTable('media').set(removed).where('id', '=', id).execute(),
    work: () => depositInOne(server, mine(bytes)),
  })
  const { headers } = again.status === 'fulfilled' ? again.value : { headers: {} as Record<string, unknown> }
  const added = Number(headers['x-media-id'])
  expect(added).not.toBe(id)
  expect((await findMedia(server.parts.database, added))?.statut).toBe('EN_ATTENTE')
})

test('leaves the new file to its own preview job when one of the older file ends', async () => {
  const bytes = await unePhoto()
  const id = Number((await depositInOne(server, mine(bytes))).headers['x-media-id'])
  await lose(id)
  const older = await findMedia(server.parts.database, id)
  await depositInOne(server, mine(bytes))
  const { database, clock, medias } = server.parts
  const isNeeded = await storeJobResult({ database, clock, storage: medias.storage }, older!, {
    variantesEtat: 'IMPOSSIBLES',
  })
  expect(isNeeded).toBe(false)
  await expectShown(id, bytes)
})

test('erases the file that a deleted photo has, although it was replaced since the request began', async () => {
  const id = Number((await depositInOne(server, mine(await unePhoto()))).headers['x-media-id'])
  await server.parts.medias.jobs.idle()
  const seen = await findMedia(server.parts.database, id)
  if (!seen) throw new Error('no media')
  await server.parts.database.updateTable('media').set({ fichier: 'replaced' }).where('id', '=', id).execute()
  await removeOwn(server.parts, { acteur: acteurDe(karim), media: seen, onlyIn: undefined })
  const listed = await server.parts.database.selectFrom('fichierASupprimer').select('fichier').execute()
  expect(listed).toContainEqual({ fichier: 'replaced' })
  expect(listed).not.toContainEqual({ fichier: seen.fichier })
})
