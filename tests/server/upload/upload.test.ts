import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type StatutEvenement, undoMs } from '#domain/evenement/evenement.ts'
import { type PersonneDeTest, unEvenement, uneInscription } from '#tests/support/builders.ts'
import {
  askOffset,
  beginUpload,
  type Deposit,
  depositInOne,
  sendBytes,
  tus,
  uploadsPath,
} from '#tests/support/deposit.ts'
import { unDeposant, uneFete } from '#tests/support/fete.ts'
import { sha256Of, unePhoto, unePhotoAbimee, unePhotoDe } from '#tests/support/photos.ts'
import { isAnyWaiting } from '#tests/support/races.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'
import { storedNames, storeRest } from '#tests/support/storedFiles.ts'
import { isOnPostgres } from '#tests/support/testDatabase.ts'

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

function mediasOfEvent() {
  return server.parts.database.selectFrom('media').selectAll().where('evenementId', '=', evenementId).execute()
}

/** Sends the whole photo as a form (the specified multipart call). */
function depositByForm(_server: TestServer, { token, evenementId: id, bytes, clientUploadId = '' }: Deposit) {
  const body = new FormData()
  body.set('file', new File([new Uint8Array(bytes)], 'IMG_2041.jpg', { type: 'image/jpeg' }))
  const headers = { 'idempotency-key': clientUploadId }
  return server.call('POST', `/frontend/participant/evenements/${id}/medias/upload`, { token, body, headers })
}

function findUpload(location: string) {
  const id = location.split('/').at(-1) ?? ''
  return server.parts.database.selectFrom('upload').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

test('stores a photo sent in one request with the announced hash', async () => {
  const bytes = await unePhoto()
  const answer = await depositInOne(server, mine(bytes))
  expect(answer.statusCode).toBe(201)
  expect(answer.headers['tus-resumable']).toBe('1.0.0')
  expect(answer.headers['x-content-sha256']).toBe(sha256Of(bytes))
  const [media] = await mediasOfEvent()
  expect(media).toMatchObject({ id: Number(answer.headers['x-media-id']), statut: 'EN_ATTENTE', taille: bytes.length })
})

test('resumes a photo sent in pieces where it was interrupted', async () => {
  const bytes = await unePhotoDe(300_000)
  const { headers } = await beginUpload(server, mine(bytes))
  const location = String(headers['location'])
  const first = await sendBytes(server, location, { token: karim.token, offset: 0, bytes: bytes.subarray(0, 100_000) })
  expect(first.statusCode).toBe(204)
  const asked = await askOffset(server, location, karim.token)
  expect(asked.headers['upload-offset']).toBe('100000')
  expect(asked.headers['upload-length']).toBe('300000')
  const last = await sendBytes(server, location, {
    token: karim.token,
    offset: 100_000,
    bytes: bytes.subarray(100_000),
  })
  expect(last.headers['x-content-sha256']).toBe(sha256Of(bytes))
})

test('changes nothing for a wrong offset and returns the correct one', async () => {
  const bytes = await unePhotoDe(50_000)
  const location = String((await beginUpload(server, mine(bytes))).headers['location'])
  await sendBytes(server, location, { token: karim.token, offset: 0, bytes: bytes.subarray(0, 20_000) })
  const wrong = await sendBytes(server, location, { token: karim.token, offset: 10_000, bytes: bytes.subarray(10_000) })
  expect(wrong.statusCode).toBe(409)
  expect(wrong.headers['upload-offset']).toBe('20000')
  const last = await sendBytes(server, location, { token: karim.token, offset: 20_000, bytes: bytes.subarray(20_000) })
  expect(last.headers['x-content-sha256']).toBe(sha256Of(bytes))
})

test('creates one upload for two concurrent equal POST requests and interrupts neither', async () => {
  const bytes = await unePhotoDe(80_000)
  const clientUploadId = 'client-0001'
  const [first, second] = await Promise.all([
    beginUpload(server, { ...mine(bytes), clientUploadId }),
    beginUpload(server, { ...mine(bytes), clientUploadId }),
  ])
  expect(first.headers['location']).toBe(second.headers['location'])
  expect(new Set([first.statusCode, second.statusCode])).toEqual(new Set([200, 201]))
  const done = await sendBytes(server, String(first.headers['location']), { token: karim.token, offset: 0, bytes })
  expect(done.headers['x-content-sha256']).toBe(sha256Of(bytes))
  const again = await depositInOne(server, { ...mine(bytes), clientUploadId })
  expect(again.statusCode).toBe(200)
  expect(again.headers['x-media-id']).toBe(done.headers['x-media-id'])
  expect(await mediasOfEvent()).toHaveLength(1)
})

test('returns the lost receipt again for an empty PATCH at the end', async () => {
  const bytes = await unePhoto()
  const answer = await depositInOne(server, mine(bytes))
  const again = await sendBytes(server, String(answer.headers['location']), {
    token: karim.token,
    offset: bytes.length,
    bytes: Buffer.alloc(0),
  })
  expect(again.statusCode).toBe(204)
  expect(again.headers['x-media-id']).toBe(answer.headers['x-media-id'])
  expect(again.headers['x-content-sha256']).toBe(sha256Of(bytes))
})

test('refuses the same photo of the same person as a duplicate until it was deleted', async () => {
  const bytes = await unePhoto()
  const first = await depositInOne(server, mine(bytes))
  const twin = await beginUpload(server, mine(bytes))
  expect(twin.statusCode).toBe(200)
  expect(twin.headers).toMatchObject({ 'x-duplicate': '1', 'x-media-id': first.headers['x-media-id'] })
  await server.call('DELETE', `/frontend/participant/medias/${String(first.headers['x-media-id'])}`, {
    token: karim.token,
  })
  const after = await depositInOne(server, mine(bytes))
  expect(after.statusCode).toBe(201)
  expect(after.headers['x-media-id']).not.toBe(first.headers['x-media-id'])
})

test('stores one media with one file for two concurrent uploads of one photo', async () => {
  const bytes = await unePhoto()
  await server.parts.medias.start()
  const before = (await storedNames(server.parts.medias.storage)).length
  const started = await Promise.all([beginUpload(server, mine(bytes)), beginUpload(server, mine(bytes))])
  const done = await Promise.all(
    started.map(({ headers }) =>
      sendBytes(server, String(headers['location']), { token: karim.token, offset: 0, bytes }),
    ),
  )
  expect(new Set(done.map(({ headers }) => headers['x-media-id'])).size).toBe(1)
  expect(await mediasOfEvent()).toHaveLength(1)
  const asked = await Promise.all(
    started.map(({ headers }) => askOffset(server, String(headers['location']), karim.token)),
  )
  expect(asked.filter(({ headers }) => headers['x-duplicate'] === '1')).toHaveLength(1)
  await server.parts.medias.start()
  expect((await storedNames(server.parts.medias.storage)).length).toBe(before + 1)
})

test('refuses bytes corrupted in transit and restarts the upload', async () => {
  const bytes = await unePhoto()
  const damaged = Buffer.from(bytes)
  damaged[200] = (damaged[200] ?? 0) ^ 1
  const clientUploadId = 'client-flip'
  const refused = await depositInOne(server, { ...mine(damaged), sha256: sha256Of(bytes), clientUploadId })
  expect(refused.statusCode).toBe(422)
  expect(refused.json()).toMatchObject({ code: 'upload.empreinte' })
  expect(await mediasOfEvent()).toHaveLength(0)
  const again = await depositInOne(server, { ...mine(bytes), clientUploadId })
  expect(again.headers['x-content-sha256']).toBe(sha256Of(bytes))
})

test('completes a commit that a restart interrupted before the first request', async () => {
  const bytes = await unePhoto()
  const location = String((await beginUpload(server, mine(bytes))).headers['location'])
  const id = location.split('/').at(-1) ?? ''
  await sendBytes(server, location, { token: karim.token, offset: 0, bytes: bytes.subarray(0, 1000) })
  const { database, medias } = server.parts
  const { fichier, reception } = await storeRest(server.parts, id, bytes)
  await medias.storage.keep(fichier)
  await database
    .updateTable('upload')
    .set({ etat: 'COMMIT', reception, decalage: bytes.length })
    .where('id', '=', id)
    .execute()
  // A younger claim may be that of another node, which shares a PostgreSQL database.
  server.clock.advance(121_000)
  await medias.start()
  const asked = await askOffset(server, location, karim.token)
  expect(asked.headers['x-content-sha256']).toBe(sha256Of(bytes))
})

test('allows a retry when the database refused a commit, and keeps the file', async () => {
  const bytes = await unePhoto()
  const location = String((await beginUpload(server, mine(bytes))).headers['location'])
  const { database } = server.parts
  await sql`alter table ${sql.table('audit')} rename to ${sql.table('ailleurs')}`.execute(database)
  const refused = await sendBytes(server, location, { token: karim.token, offset: 0, bytes })
  await sql`alter table ${sql.table('ailleurs')} rename to ${sql.table('audit')}`.execute(database)
  expect(refused.statusCode).toBe(500)
  expect((await askOffset(server, location, karim.token)).headers['upload-offset']).toBe(String(bytes.length))
  const again = { token: karim.token, offset: bytes.length, bytes: Buffer.alloc(0) }
  const answer = await sendBytes(server, location, again)
  expect(answer.headers['x-content-sha256']).toBe(sha256Of(bytes))
  const path = `/medias/${String(answer.headers['x-media-id'])}/fichier?type=original`
  expect((await server.call('GET', path, { token: karim.token })).rawPayload.equals(bytes)).toBe(true)
})

test('restarts an upload whose acknowledged bytes are missing instead of padding it', async () => {
  const bytes = await unePhotoDe(50_000)
  const clientUploadId = 'client-gone'
  const location = String((await beginUpload(server, { ...mine(bytes), clientUploadId })).headers['location'])
  const { database, medias } = server.parts
  await sendBytes(server, location, { token: karim.token, offset: 0, bytes: bytes.subarray(0, 20_000) })
  const id = location.split('/').at(-1) ?? ''
  const upload = await database.selectFrom('upload').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  await medias.storage.remove(upload.fichierTemporaire)
  const rest = { token: karim.token, offset: 20_000, bytes: bytes.subarray(20_000) }
  expect((await sendBytes(server, location, rest)).json()).toMatchObject({ code: 'upload.introuvable' })
  const again = await depositInOne(server, { ...mine(bytes), clientUploadId })
  expect(again.headers['x-content-sha256']).toBe(sha256Of(bytes))
})

test('deletes all bytes of a cancelled upload, which may start again', async () => {
  const before = (await storedNames(server.parts.medias.storage)).length
  const bytes = await unePhotoDe(60_000)
  const clientUploadId = 'client-cancel'
  const location = String((await beginUpload(server, { ...mine(bytes), clientUploadId })).headers['location'])
  await sendBytes(server, location, { token: karim.token, offset: 0, bytes: bytes.subarray(0, 1000) })
  const cancelled = await server.call('DELETE', location.slice(4), { token: karim.token, headers: tus })
  expect(cancelled.statusCode).toBe(204)
  expect((await askOffset(server, location, karim.token)).statusCode).toBe(404)
  expect((await storedNames(server.parts.medias.storage)).length).toBe(before)
  const again = await depositInOne(server, { ...mine(bytes), clientUploadId })
  expect(again.statusCode).toBe(201)
})

test('keeps the photo, its bytes and its receipt when its finished upload is deleted', async () => {
  const bytes = await unePhoto()
  const done = await depositInOne(server, mine(bytes))
  const location = String(done.headers['location'])
  const mediaId = String(done.headers['x-media-id'])
  const ended = await server.call('DELETE', location.slice(4), { token: karim.token, headers: tus })
  expect(ended.statusCode).toBe(204)
  const original = await server.call('GET', `/medias/${mediaId}/fichier?type=original`, { token: karim.token })
  expect(sha256Of(original.rawPayload)).toBe(sha256Of(bytes))
  const asked = await askOffset(server, location, karim.token)
  expect(asked.headers).toMatchObject({ 'x-media-id': mediaId, 'x-content-sha256': sha256Of(bytes) })
  const again = await depositInOne(server, mine(bytes))
  expect(again.headers).toMatchObject({ 'x-duplicate': '1', 'x-media-id': mediaId })
})

test.each([
  ['by tus', depositInOne],
  ['by the form', depositByForm],
])('refuses the client id of one event in another %s, and stores nothing', async (_how, deposit) => {
  const clientUploadId = randomUUID()
  await beginUpload(server, { ...mine(await unePhoto()), clientUploadId, sha256: null })
  const other = (await unEvenement(server, { createurId: claire.id })).id
  await uneInscription(server, { evenementId: other, utilisateurId: karim.id })
  const bytes = await unePhoto()
  const elsewhere = await deposit(server, { ...mine(bytes), evenementId: other, clientUploadId })
  expect([elsewhere.statusCode, elsewhere.json()]).toEqual([
    404,
    { code: 'upload.introuvable', message: 'Envoi non trouvé' },
  ])
  const { database } = server.parts
  const medias = database.selectFrom('media').select('id').where('evenementId', 'in', [evenementId, other])
  expect(await medias.execute()).toEqual([])
})

test("reports the state of a phone's uploads", async () => {
  const bytes = await unePhoto()
  const done = await depositInOne(server, { ...mine(bytes), clientUploadId: 'client-done' })
  await beginUpload(server, { ...mine(await unePhoto()), clientUploadId: 'client-open' })
  const answer = await server.call('POST', `${uploadsPath(evenementId)}/reconcile`, {
    token: karim.token,
    body: { ids: ['client-done', 'client-open', 'client-none'] },
  })
  expect(answer.json()).toMatchObject([
    { etat: 'done', mediaId: Number(done.headers['x-media-id']), sha256: sha256Of(bytes) },
    { etat: 'open', offset: 0 },
    { etat: 'unknown', mediaId: null },
  ])
})

test.skipIf(!isOnPostgres())('reports an upload whose creation waits for the lock of the account', async () => {
  const { database } = server.parts
  const deposit = { ...mine(await unePhoto()), clientUploadId: 'client-waiting' }
  const { creation, asked } = await database.transaction().execute(async (transaction) => {
    // Without an update: after one, PostgreSQL does not keep the order of those who wait.
    await transaction.selectFrom('utilisateur').select('id').where('id', '=', karim.id).forUpdate().execute()
    const begun = beginUpload(server, deposit)
    await expect.poll(() => isAnyWaiting(transaction)).toBe(true)
    const reconciling = server.call('POST', `${uploadsPath(evenementId)}/reconcile`, {
      token: karim.token,
      body: { ids: [deposit.clientUploadId] },
    })
    await Promise.race([reconciling, pause(500)])
    return { creation: begun, asked: reconciling }
  })
  expect((await creation).statusCode).toBe(201)
  expect((await asked).json()).toMatchObject([{ etat: 'open', offset: 0 }])
})

test('does not report the uploads of a deleted event, and has them again when it is restored', async () => {
  const done = await depositInOne(server, { ...mine(await unePhoto()), clientUploadId: 'client-restored' })
  const asOrganiser = { token: claire.token }
  const reconciling = () => {
    const body = { ids: ['client-restored'] }
    return server.call('POST', `${uploadsPath(evenementId)}/reconcile`, { token: karim.token, body })
  }
  await server.call('DELETE', `/frontend/organisateur/evenements/${evenementId}`, asOrganiser)
  const refused = await reconciling()
  expect(refused.headers['tus-resumable']).toBe('1.0.0')
  const grant = await server.call('POST', `/frontend/participant/evenements/${evenementId}/upload-grants`, {
    token: karim.token,
  })
  for (const answer of [refused, grant])
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([403, 'upload.inscription_requise'])
  await server.call('POST', `/frontend/organisateur/evenements/${evenementId}/restaurer`, asOrganiser)
  expect((await reconciling()).json()).toMatchObject([{ etat: 'done', mediaId: Number(done.headers['x-media-id']) }])
})

test('accepts a grant only for deposits to its event', async () => {
  const asked = await server.call('POST', `/frontend/participant/evenements/${evenementId}/upload-grants`, {
    token: karim.token,
  })
  const { grant } = asked.json<{ grant: string }>()
  expect((await depositInOne(server, { ...mine(await unePhoto()), token: grant })).statusCode).toBe(201)
  expect((await server.call('GET', '/auth/me', { token: grant })).statusCode).toBe(401)
  const other = (await unEvenement(server, { createurId: claire.id })).id
  await uneInscription(server, { evenementId: other, utilisateurId: karim.id })
  const elsewhere = await depositInOne(server, { token: grant, evenementId: other, bytes: await unePhoto() })
  expect(elsewhere.json()).toMatchObject({ code: 'upload.autorisation_expiree' })
  server.clock.advance(73 * 3_600_000)
  const late = await depositInOne(server, { ...mine(await unePhoto()), token: grant })
  expect(late.json()).toMatchObject({ code: 'upload.autorisation_expiree' })
  server.clock.advance(-73 * 3_600_000)
})

test("answers for another person's upload as for a missing one, in every call", async () => {
  const bytes = await unePhotoDe(60_000)
  const location = String((await beginUpload(server, mine(bytes))).headers['location'])
  const lea = await unDeposant(server, { evenementId })
  expect((await askOffset(server, location, lea.token)).statusCode).toBe(404)
  const patched = await sendBytes(server, location, { token: lea.token, offset: 0, bytes })
  expect(patched.json()).toEqual({ code: 'upload.introuvable', message: 'Envoi non trouvé' })
  for (const method of ['HEAD', 'PATCH', 'DELETE', 'GET', 'POST', 'PUT'] as const) {
    const headers = { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
    const body = method === 'PATCH' || method === 'POST' || method === 'PUT' ? bytes : undefined
    const answer = await server.call(method, location.slice(4), { token: lea.token, headers, body })
    expect([method, answer.statusCode]).toEqual([method, 404])
    const disclosed = Object.keys(answer.headers).filter((name) =>
      /^(upload-|x-media|x-content-sha|location)/.test(name),
    )
    expect(disclosed).toEqual([])
  }
  const ids = [(await findUpload(location)).clientUploadId]
  const reconciled = await server.call('POST', `${uploadsPath(evenementId)}/reconcile`, {
    token: lea.token,
    body: { ids },
  })
  expect(reconciled.json()).toMatchObject([{ etat: 'unknown', uploadUrl: null, offset: null }])
  expect((await askOffset(server, location, karim.token)).headers['upload-offset']).toBe('0')
})

test('keeps a JPEG with a damaged body, with a placeholder', async () => {
  const answer = await depositInOne(server, mine(await unePhotoAbimee()))
  expect(answer.statusCode).toBe(201)
  await server.parts.medias.jobs.idle()
  const media = await server.call('GET', `/frontend/participant/medias/${String(answer.headers['x-media-id'])}`, {
    token: karim.token,
  })
  expect(media.json()).toMatchObject({ apercu: false, thumbhash: null })
})

test('ignores the date of a camera whose clock is more than a day ahead', async () => {
  const now = server.clock.now().getTime()
  const dateOf = async (takenAt: string) => {
    const answer = await depositInOne(server, { ...mine(await unePhoto()), takenAt })
    const row = await server.parts.database
      .selectFrom('media')
      .select('datePrise')
      .where('id', '=', Number(answer.headers['x-media-id']))
      .executeTakeFirstOrThrow()
    return row.datePrise
  }
  const soon = new Date(now + 20 * 3_600_000).toISOString()
  expect(await dateOf(soon)).toBe(soon)
  expect(await dateOf('2031-01-01T00:00:00.000Z')).toBe(new Date(now).toISOString())
})

test.each(['ANNULE', 'PLANIFIE'] as const)(
  'asks for a photo again soon after the organiser has set %s, which they can still undo',
  async (statut) => {
    const change = (to: StatutEvenement) =>
      server.call('PUT', `/frontend/organisateur/evenements/${evenementId}/statut`, {
        token: claire.token,
        body: { statut: to },
      })
    await change(statut)
    const bytes = await unePhoto()
    const soon = await depositInOne(server, mine(bytes))
    expect(soon.json()).toMatchObject({ code: 'upload.evenement_ferme' })
    expect(Number(soon.headers['retry-after'])).toBeGreaterThan(undoMs / 1000)
    expect(Number(soon.headers['retry-after'])).toBeLessThanOrEqual(undoMs / 1000 + 2)
    await change('EN_COURS')
    expect((await depositInOne(server, mine(bytes))).statusCode).toBe(201)
    await change(statut)
    server.clock.advance(undoMs + 2000)
    const later = await depositInOne(server, mine(await unePhoto()))
    expect(later.json()).toMatchObject({ code: 'upload.evenement_ferme' })
    expect(later.headers['retry-after']).toBeUndefined()
  },
)

test('asks for a photo again soon after the organiser has deleted the event, which they can still undo', async () => {
  const path = `/frontend/organisateur/evenements/${evenementId}`
  await server.call('DELETE', path, { token: claire.token })
  const bytes = await unePhoto()
  const soon = await depositInOne(server, mine(bytes))
  expect(soon.json()).toMatchObject({ code: 'upload.inscription_requise' })
  expect(Number(soon.headers['retry-after'])).toBeGreaterThan(undoMs / 1000)
  expect(Number(soon.headers['retry-after'])).toBeLessThanOrEqual(undoMs / 1000 + 2)
  const stranger = await depositInOne(server, { ...mine(bytes), token: claire.token })
  expect(stranger.headers['retry-after']).toBeUndefined()
  await server.call('POST', `${path}/restaurer`, { token: claire.token })
  expect((await depositInOne(server, mine(bytes))).statusCode).toBe(201)
  await server.call('DELETE', path, { token: claire.token })
  server.clock.advance(undoMs + 2000)
  const later = await depositInOne(server, mine(await unePhoto()))
  expect(later.json()).toMatchObject({ code: 'upload.inscription_requise' })
  expect(later.headers['retry-after']).toBeUndefined()
})
