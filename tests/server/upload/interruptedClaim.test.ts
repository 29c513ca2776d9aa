import type { Updateable } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { UploadTable } from '#server/database/tables/medias.ts'
import { finishInterruptedCommits } from '#server/upload/recovery.ts'
import type { PersonneDeTest } from '#tests/support/builders.ts'
import { askOffset, beginUpload, sendBytes } from '#tests/support/deposit.ts'
import { uneFete } from '#tests/support/fete.ts'
import { sha256Of, unePhotoDe } from '#tests/support/photos.ts'
import { storeRest, unfinishedFiles } from '#tests/support/storedFiles.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

const acknowledged = 1000

let server: TestServer
let karim: PersonneDeTest
let evenementId: number
beforeEach(async () => {
  server = await startTestServer()
  ;({ karim, evenementId } = await uneFete(server))
})
afterEach(() => server.stop())

/** An upload whose process or machine ended between the last byte and its media. */
async function interrupted({ etat, isPermanent }: { etat: 'OUVERT' | 'COMMIT'; isPermanent: boolean }) {
  const bytes = await unePhotoDe(60_000)
  const location = String((await beginUpload(server, { token: karim.token, evenementId, bytes })).headers['location'])
  await sendBytes(server, location, { token: karim.token, offset: 0, bytes: bytes.subarray(0, acknowledged) })
  const { database, medias } = server.parts
  const id = location.split('/').at(-1) ?? ''
  const { fichier, reception } = await storeRest(server.parts, id, bytes)
  if (isPermanent) {
    await medias.storage.complete({ name: fichier, bytes: bytes.length, reception })
    await medias.storage.keep(fichier)
  }
  // Parts in a bucket are removed in the background.
  const isUnfinished = async () => (await unfinishedFiles(medias.storage)).includes(fichier)
  await expect.poll(isUnfinished).toBe(!isPermanent)
  const change: Updateable<UploadTable> = etat === 'COMMIT' ? { etat, reception, commitAttempts: 1 } : { etat }
  await database.updateTable('upload').set(change).where('id', '=', id).execute()
  const send = (offset: number) =>
    sendBytes(server, location, { token: karim.token, offset, bytes: bytes.subarray(offset) })
  return { bytes, location, send }
}

test.each([
  ['the process ended after the claim', { etat: 'COMMIT', isPermanent: false }],
  ['the process ended after the file became permanent', { etat: 'COMMIT', isPermanent: true }],
  ['a power cut undid the claim after the file became permanent', { etat: 'OUVERT', isPermanent: true }],
] as [string, Parameters<typeof interrupted>[0]][])('needs no byte again when %s', async (_when, how) => {
  const { bytes, location, send } = await interrupted(how)
  expect((await askOffset(server, location, karim.token)).headers['upload-offset']).toBe(String(acknowledged))
  const again = await send(acknowledged)
  expect([again.statusCode, again.headers['upload-offset']]).toEqual([409, String(bytes.length)])
  const done = await send(bytes.length)
  expect(done.statusCode).toBe(204)
  expect(done.headers['x-content-sha256']).toBe(sha256Of(bytes))
})

test('receives the bytes again when a power cut undid the claim before the file became permanent', async () => {
  const { bytes, send } = await interrupted({ etat: 'OUVERT', isPermanent: false })
  const done = await send(acknowledged)
  expect(done.headers['x-content-sha256']).toBe(sha256Of(bytes))
})

const finish = () =>
  finishInterruptedCommits({ ...server.parts, ...server.parts.medias }, (error) => {
    throw error
  })

test('finishes a claimed upload without its phone at the next start', async () => {
  const { bytes, location } = await interrupted({ etat: 'COMMIT', isPermanent: true })
  expect(await finish()).toBe(1)
  const asked = await askOffset(server, location, karim.token)
  expect(asked.headers).toMatchObject({ 'upload-offset': String(bytes.length), 'x-content-sha256': sha256Of(bytes) })
})

test('keeps a claimed upload open with all its bytes when its person may not deposit', async () => {
  const { bytes } = await interrupted({ etat: 'COMMIT', isPermanent: false })
  const { database } = server.parts
  await database.updateTable('utilisateur').set({ statutActif: 0 }).where('id', '=', karim.id).execute()
  expect(await finish()).toBe(0)
  const upload = await database.selectFrom('upload').select(['etat', 'decalage']).executeTakeFirstOrThrow()
  expect(upload).toEqual({ etat: 'OUVERT', decalage: bytes.length })
})
