import { existsSync } from 'node:fs'
import { readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { isoFromNow } from '#server/clock.ts'
import { eraseLater } from '#server/media/media.repository.ts'
import { sweep, sweepRegularly } from '#server/upload/sweeper.ts'
import type { PersonneDeTest } from '#tests/support/builders.ts'
import { askOffset, beginUpload, depositInOne, sendBytes } from '#tests/support/deposit.ts'
import { uneFete } from '#tests/support/fete.ts'
import { sha256Of, unePhoto } from '#tests/support/photos.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'
import { TestClock } from '#tests/support/testClock.ts'
import { localPath, storedBytes, storeRest } from '#tests/support/storedFiles.ts'

let server: TestServer
let karim: PersonneDeTest
let evenementId: number
beforeAll(async () => {
  server = await startTestServer({ clock: new TestClock(new Date().toISOString()) })
  ;({ karim, evenementId } = await uneFete(server))
})
afterAll(() => server.stop())

const sweepNow = () => sweep({ ...server.parts, ...server.parts.medias })

async function agedFile(folder: string, name: string): Promise<void> {
  const old = new Date(Date.now() - 30 * 86_400_000)
  await writeFile(join(server.dataDir, folder, name), 'x')
  await utimes(join(server.dataDir, folder, name), old, old)
}

/** A folder of `medias/`, in which the file of the identity is too. */
async function aShelf(): Promise<string> {
  return (await readdir(join(server.dataDir, 'medias'))).find((name) => !name.startsWith('.')) ?? ''
}

test('keeps completed files, whatever their age', async () => {
  const bytes = await unePhoto()
  const answer = await depositInOne(server, { token: karim.token, evenementId, bytes })
  const { database, medias } = server.parts
  const { fichier } = await database.selectFrom('media').selectAll().executeTakeFirstOrThrow()
  const old = new Date(Date.now() - 30 * 86_400_000)
  await utimes(await localPath(medias.storage, fichier), old, old)
  await database
    .updateTable('upload')
    .set({ toucheLe: isoFromNow(server.clock, -30 * 86_400_000) })
    .execute()
  expect(await sweepNow()).toEqual({ uploads: 0, files: 0 })
  expect(sha256Of(await storedBytes(medias.storage, fichier))).toBe(sha256Of(bytes))
  const asked = await askOffset(server, String(answer.headers['location']), karim.token)
  expect(asked.headers['x-content-sha256']).toBe(sha256Of(bytes))
})

test('counts only the listed files that it erased, not those that are needed again', async () => {
  const { database } = server.parts
  const { fichier } = await database.selectFrom('media').selectAll().executeTakeFirstOrThrow()
  await agedFile('recus', 'plus-utile')
  const instant = server.clock.now().toISOString()
  await eraseLater(database, [fichier, 'plus-utile'], instant)
  expect((await sweepNow()).files).toBe(1)
  const listed = await database.selectFrom('fichierASupprimer').select('fichier').execute()
  expect(listed).toEqual([{ fichier }])
})

test('erases the other files when the storage refuses to remove one', async () => {
  const { database, medias } = server.parts
  for (const name of ['refuse', 'parti']) await agedFile('recus', name)
  await eraseLater(database, ['refuse', 'parti'], server.clock.now().toISOString())
  await agedFile('recus', 'orphelin')
  const remove = medias.storage.remove.bind(medias.storage)
  const refusing = vi.spyOn(medias.storage, 'remove').mockImplementation(async (name) => {
    if (name === 'refuse') throw new Error('EACCES: permission denied')
    await remove(name)
  })
  await expect(sweepNow()).rejects.toThrow('EACCES')
  refusing.mockRestore()
  expect(await readdir(join(server.dataDir, 'recus'))).not.toContain('orphelin')
  const listed = await database.selectFrom('fichierASupprimer').select('fichier').execute()
  expect(listed.map(({ fichier }) => fichier)).not.toContain('parti')
  expect(listed.map(({ fichier }) => fichier)).toContain('refuse')
  await sweepNow()
})

test('removes what an ended process has written of a variant', async () => {
  await agedFile('apercus/en-cours', 'vieux')
  expect((await sweepNow()).files).toBe(1)
  expect(await readdir(join(server.dataDir, 'apercus/en-cours'))).not.toContain('vieux')
})

test('ends an upload after a week without activity, not after six days', async () => {
  const deposit = async () => ({ token: karim.token, evenementId, bytes: await unePhoto() })
  const location = String((await beginUpload(server, await deposit())).headers['location'])
  const touched = (days: number) =>
    server.parts.database
      .updateTable('upload')
      .set({ toucheLe: isoFromNow(server.clock, -days * 86_400_000) })
      .where('id', '=', location.split('/').at(-1) ?? '')
      .execute()
  await touched(6)
  expect((await sweepNow()).uploads).toBe(0)
  await touched(7.1)
  expect((await sweepNow()).uploads).toBe(1)
  expect((await askOffset(server, location, karim.token)).statusCode).toBe(404)
})

/** Ends an upload by staleness when its complete file is already permanent, then compares all files. */
async function endWithPermanentFile({ offset }: { offset: 'before the last bytes' | 'at the end' }) {
  const bytes = await unePhoto()
  const { headers } = await beginUpload(server, { token: karim.token, evenementId, bytes })
  const id = String(headers['location']).split('/').at(-1) ?? ''
  const { fichier } = await storeRest(server.parts, id, bytes)
  const { database, medias } = server.parts
  await medias.storage.keep(fichier)
  const old = new Date(Date.now() - 30 * 86_400_000)
  await utimes(await localPath(medias.storage, fichier), old, old)
  const toucheLe = isoFromNow(server.clock, -8 * 86_400_000)
  const decalage = offset === 'at the end' ? bytes.length : 1000
  await database.updateTable('upload').set({ decalage, toucheLe }).where('id', '=', id).execute()
  expect(await sweepNow()).toEqual({ uploads: 1, files: 1 })
  expect(await medias.storage.size(fichier)).toBeNull()
  return { fichier, bytes }
}

test('sets aside the photo of an ended upload that lacked bytes: its row is older than the photo', async () => {
  const { fichier, bytes } = await endWithPermanentFile({ offset: 'before the last bytes' })
  const aside = await readFile(join(server.dataDir, 'quarantaine', fichier))
  expect(sha256Of(aside)).toBe(sha256Of(bytes))
  await rm(join(server.dataDir, 'quarantaine'), { recursive: true })
})

test('erases the file of an ended upload whose commit was refused', async () => {
  const { fichier } = await endWithPermanentFile({ offset: 'at the end' })
  expect(existsSync(join(server.dataDir, 'quarantaine', fichier))).toBe(false)
})

test.each(['OUVERT', 'COMMIT'] as const)('keeps the permanent file of an upload that is %s', async (etat) => {
  const bytes = await unePhoto()
  const { headers } = await beginUpload(server, { token: karim.token, evenementId, bytes })
  const location = String(headers['location'])
  const id = location.split('/').at(-1) ?? ''
  const { database, medias } = server.parts
  const { fichier, reception } = await storeRest(server.parts, id, bytes)
  await medias.storage.keep(fichier)
  const old = new Date(Date.now() - 2 * 3_600_000)
  await utimes(await localPath(medias.storage, fichier), old, old)
  const change = { etat, reception, decalage: bytes.length }
  await database.updateTable('upload').set(change).where('id', '=', id).execute()
  expect(await sweepNow()).toEqual({ uploads: 0, files: 0 })
  expect(await medias.storage.size(fichier)).toBe(bytes.length)
  const empty = { token: karim.token, offset: bytes.length, bytes: Buffer.alloc(0) }
  const done = await sendBytes(server, location, empty)
  expect(done.headers['x-content-sha256']).toBe(sha256Of(bytes))
})

test('deletes a partial file without an upload, and quarantines a complete one without a row', async () => {
  const shelf = await aShelf()
  const identity = join(server.dataDir, 'medias', '.stockage')
  const old = new Date(Date.now() - 30 * 86_400_000)
  await utimes(identity, old, old)
  await agedFile('recus', 'moitie')
  await agedFile(join('medias', shelf), `${shelf}-inconnu`)
  await agedFile('recus', '.verification')
  expect((await sweepNow()).files).toBe(2)
  expect(await readdir(join(server.dataDir, 'recus'))).toEqual(['.verification'])
  expect(await readdir(join(server.dataDir, 'quarantaine'))).toEqual([`${shelf}-inconnu`])
  expect(existsSync(identity)).toBe(true)
})

test('keeps a file that is younger than an hour, and removes it afterwards', async () => {
  const shelf = await aShelf()
  const complete = `${shelf}-en-cours`
  const files = ['recus/en-cours', `medias/${shelf}/${complete}`].map((path) => join(server.dataDir, path))
  const changed = async (minutes: number) => {
    const at = new Date(server.clock.now().getTime() - minutes * 60_000)
    for (const file of files) {
      await writeFile(file, 'x')
      await utimes(file, at, at)
    }
  }
  await changed(59)
  expect(await sweepNow()).toEqual({ uploads: 0, files: 0 })
  expect(files.map((file) => existsSync(file))).toEqual([true, true])
  await changed(61)
  expect((await sweepNow()).files).toBe(2)
  expect(files.map((file) => existsSync(file))).toEqual([false, false])
})

test('compares all files once a day, and those that are being received each time', async () => {
  const shelf = await aShelf()
  const regularly = () => sweepRegularly({ ...server.parts, ...server.parts.medias })
  server.clock.advance(86_400_000)
  await regularly()
  await agedFile(join('medias', shelf), `${shelf}-plus-tard`)
  await agedFile('recus', 'moitie')
  server.clock.advance(86_399_000)
  expect((await regularly()).files).toBe(1)
  expect(await readdir(join(server.dataDir, 'medias', shelf))).toContain(`${shelf}-plus-tard`)
  server.clock.advance(1000)
  expect((await regularly()).files).toBe(1)
  expect(await readdir(join(server.dataDir, 'quarantaine'))).toContain(`${shelf}-plus-tard`)
})
