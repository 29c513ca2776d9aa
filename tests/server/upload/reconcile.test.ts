import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Reconciled } from '#domain/upload/upload.endpoints.ts'
import { insertCancelled } from '#server/upload/upload.repository.ts'
import { lockUtilisateur } from '#server/utilisateur/utilisateur.repository.ts'
import type { PersonneDeTest } from '#tests/support/builders.ts'
import { askOffset, beginUpload, depositInOne, sendBytes, tus, uploadsPath } from '#tests/support/deposit.ts'
import { uneFete } from '#tests/support/fete.ts'
import { sha256Of, unePhoto, unePhotoDe } from '#tests/support/photos.ts'
import { isAnyWaiting } from '#tests/support/races.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'
import { isOnPostgres } from '#tests/support/testDatabase.ts'

let server: TestServer
let karim: PersonneDeTest
let evenementId: number
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  ;({ karim, evenementId } = await uneFete(server))
})

const clientUploadId = 'photo-of-the-phone'
const mine = (bytes: Buffer) => ({ token: karim.token, evenementId, bytes, clientUploadId })
const unknown = { clientUploadId, etat: 'unknown', mediaId: null, sha256: null, uploadUrl: null, offset: null }
const annule = { code: 'upload.annule', message: 'Cet envoi a été annulé.' }

async function cancel(ids = [clientUploadId]): Promise<Reconciled[]> {
  const body = { ids, annuler: true }
  const answer = await server.call('POST', `${uploadsPath(evenementId)}/reconcile`, { token: karim.token, body })
  expect(answer.statusCode).toBe(200)
  return answer.json()
}

function rowsOf(table: 'media' | 'upload') {
  return server.parts.database.selectFrom(table).select('id').where('evenementId', '=', evenementId).execute()
}

describe('a creation that arrives after its cancellation', () => {
  test('is refused when the server knew nothing of the upload', async () => {
    expect(await cancel()).toEqual([unknown])
    expect(await cancel()).toEqual([unknown])
    for (const send of [depositInOne, beginUpload]) {
      const late = await send(server, mine(await unePhoto()))
      expect([late.statusCode, late.json()]).toEqual([410, annule])
    }
    expect(await rowsOf('media')).toEqual([])
  })

  test('is refused when another request had created the upload, which was deleted', async () => {
    const bytes = await unePhoto()
    const { headers } = await beginUpload(server, mine(bytes))
    const address = String(headers['location']).slice(4)
    expect((await server.call('DELETE', address, { token: karim.token, headers: tus })).statusCode).toBe(204)
    expect(await cancel()).toEqual([unknown])
    expect((await depositInOne(server, mine(bytes))).json()).toEqual(annule)
    expect(await rowsOf('media')).toEqual([])
  })

  test('is refused when the server had ended the upload', async () => {
    const photo = mine(await unePhoto())
    const damaged = await depositInOne(server, { ...photo, sha256: sha256Of(await unePhoto()) })
    expect(damaged.json()).toMatchObject({ code: 'upload.empreinte' })
    await cancel()
    expect((await depositInOne(server, photo)).json()).toEqual(annule)
  })

  test.skipIf(!isOnPostgres())('is refused when it waited for the account while it was cancelled', async () => {
    const photo = mine(await unePhoto())
    const own = { utilisateurId: karim.id, evenementId, ids: [clientUploadId] }
    const late = await server.parts.database.transaction().execute(async (transaction) => {
      await lockUtilisateur(transaction, karim.id)
      const begun = depositInOne(server, photo)
      await expect.poll(() => isAnyWaiting(transaction)).toBe(true)
      await insertCancelled(transaction, own, server.clock.now().toISOString())
      return { begun }
    })
    expect((await late.begun).json()).toEqual(annule)
    expect(await rowsOf('media')).toEqual([])
  })
})

test('cancels neither an upload in progress nor a photo that is stored', async () => {
  const bytes = await unePhotoDe(60_000)
  const { headers } = await beginUpload(server, mine(bytes))
  const location = String(headers['location'])
  expect(await cancel()).toMatchObject([{ etat: 'open', offset: 0 }])
  expect((await askOffset(server, location, karim.token)).statusCode).toBe(200)
  expect((await sendBytes(server, location, { token: karim.token, offset: 0, bytes })).statusCode).toBe(204)
  expect(await cancel()).toMatchObject([{ etat: 'done', sha256: sha256Of(bytes) }])
  expect(await rowsOf('media')).toHaveLength(1)
})

test('creates an upload that was only asked about', async () => {
  const body = { ids: [clientUploadId] }
  await server.call('POST', `${uploadsPath(evenementId)}/reconcile`, { token: karim.token, body })
  expect((await depositInOne(server, mine(await unePhoto()))).statusCode).toBe(201)
})

test('keeps at most as many cancellations a day as a person may start uploads', async () => {
  for (let batch = 0; batch < 10; batch += 1) await cancel(Array.from({ length: 1000 }, (_, n) => `${batch}-${n}`))
  expect(await cancel()).toEqual([unknown])
  expect(await rowsOf('upload')).toHaveLength(10_000)
})
