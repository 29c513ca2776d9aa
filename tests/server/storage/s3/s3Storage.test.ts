import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CreateMultipartUploadCommand, ListMultipartUploadsCommand } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { ConfigError } from '#server/config.ts'
import { openS3Client } from '#server/storage/s3/s3Client.ts'
import type { S3Settings } from '#server/storage/s3/s3Settings.ts'
import { openS3Storage } from '#server/storage/s3/s3Storage.ts'
import type { ReceivedFile } from '#server/storage/partialFile.ts'
import { type Storage, StorageAway } from '#server/storage/storage.ts'
import { sweep } from '#server/upload/sweeper.ts'
import { beginUpload, depositInOne, sendBytes, askOffset } from '#tests/support/deposit.ts'
import { uneFete } from '#tests/support/fete.ts'
import { freePort } from '#tests/support/freePort.ts'
import { sha256Of, unePhotoDe } from '#tests/support/photos.ts'
import { swiftIsThere } from '#tests/support/s3/swift.ts'
import { openTestStore, type TestStore } from '#tests/support/s3/testStore.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'
import { storedBytes, storedNames, unfinishedFiles } from '#tests/support/storedFiles.ts'

const megabyte = 1024 ** 2

// Needs the packages of Swift; the build must not skip it.
describe.skipIf(!swiftIsThere())('files in a bucket', () => {
  let store: TestStore
  let settings: S3Settings
  beforeAll(async () => {
    store = await openTestStore()
    settings = await store.newBucket()
  })
  afterAll(() => store.close())

  async function append(on: Storage, file: ReceivedFile, bytes: string | Uint8Array, isLast = false) {
    const partial = await on.openPartial(file)
    await partial.write([Buffer.from(bytes)], file.bytes)
    const synced = await partial.sync(isLast)
    await partial.close()
    return { name: file.name, ...synced }
  }

  test.each([
    ['a secret', { secretAccessKey: 'faux' }, /S3_SECRET_ACCESS_KEY est refusé.*SECRET_ACCESS_KEY is refused/],
    ['a key', { accessKeyId: 'test:inconnu' }, /S3_ACCESS_KEY_ID est inconnue|S3_SECRET_ACCESS_KEY est refusé/],
    ['a bucket', { bucket: 'absent' }, /S3_BUCKET n’existe pas.*S3_BUCKET does not exist/],
  ])('refuses to start with %s that the store does not know', async (_what, wrong, sentence) => {
    const opening = openS3Storage({ ...settings, ...wrong })
    await expect(opening).rejects.toThrow(ConfigError)
    await expect(opening).rejects.toThrow(sentence)
    await expect(opening).rejects.not.toThrow(/faux|testing/)
  })

  test('refuses to start when nothing answers at the address', async () => {
    const endpoint = `http://127.0.0.1:${await freePort()}`
    await expect(openS3Storage({ ...settings, endpoint })).rejects.toThrow(/S3_ENDPOINT ne répond pas/)
  })

  test('keeps every object below the prefix', async () => {
    const storage = await openS3Storage({ ...settings, prefix: 'eclats/' })
    const elsewhere = await openS3Storage(settings)
    const file = await storage.openPartial({ name: 'p1', bytes: 0, reception: null })
    await file.write([Buffer.from('bonjour')], 0)
    await file.sync(true)
    await file.close()
    expect(await storedNames(storage)).toEqual(['p1'])
    expect(await storedNames(elsewhere)).toEqual([])
    await storage.close()
    await elsewhere.close()
  })

  test('aborts the write of a film that ended without a result an hour ago', async () => {
    const own = await store.newBucket()
    const storage = await openS3Storage(own)
    const client = openS3Client(own)
    onTestFinished(async () => {
      client.destroy()
      await storage.close()
    })
    const multiparts = { Bucket: own.bucket, Prefix: 'apercus/' }
    await client.send(new CreateMultipartUploadCommand({ Bucket: own.bucket, Key: 'apercus/f1/lecture.mp4' }))
    expect(await storage.removeUnfinishedVariants()).toBe(0)
    expect((await client.send(new ListMultipartUploadsCommand(multiparts))).Uploads).toHaveLength(1)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_700_000 })
    onTestFinished(() => void vi.useRealTimers())
    expect(await storage.removeUnfinishedVariants()).toBe(1)
    expect((await client.send(new ListMultipartUploadsCommand(multiparts))).Uploads ?? []).toEqual([])
  })

  describe('with a temporary folder that the system cleans', () => {
    let storage: Storage
    let folder: string
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'eclats-tmp-'))
      vi.stubEnv('TMPDIR', folder)
      storage = await openS3Storage({ ...settings, prefix: 'temporaire/' })
      vi.unstubAllEnvs()
    })
    afterAll(async () => {
      await storage.close()
      await rm(folder, { recursive: true, force: true })
    })
    async function clean(): Promise<void> {
      for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true })
    }
    const read = (path: string) => readFile(path, 'utf8')

    test('reads a file again whose local copy is gone', async () => {
      await storage.complete(await append(storage, { name: 't1', bytes: 0, reception: null }, 'bonjour', true))
      expect(await storage.withLocalFile('t1', read)).toBe('bonjour')
      await clean()
      expect(await storage.withLocalFile('t1', read)).toBe('bonjour')
    })

    test('goes on receiving a file whose local copy is gone', async () => {
      const begun = await append(storage, { name: 't2', bytes: 0, reception: null }, 'bon')
      await clean()
      await storage.complete(await append(storage, begun, 'jour', true))
      expect(String(await storedBytes(storage, 't2'))).toBe('bonjour')
    })

    test('receives a new file, and stores and reads variants', async () => {
      await clean()
      await append(storage, { name: 't3', bytes: 0, reception: null }, 'bonjour', true)
      await clean()
      await storage.storeVariants('t3', ['400.webp'], ([path = '']) => writeFile(path, 'petit'))
      await clean()
      expect(await storage.withLocalVariant('t3', '400.webp', read)).toBe('petit')
    })

    test('keeps no local copy of a file that was removed while it was received', async () => {
      await clean()
      const partial = await storage.openPartial({ name: 't4', bytes: 0, reception: null })
      await partial.write([Buffer.from('bonjour')], 0)
      const copies = async () =>
        (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
      expect(await copies()).toHaveLength(1)
      await storage.remove('t4')
      await partial.close()
      expect(await copies()).toEqual([])
    })

    test('fails its check when the folder cannot be written', async () => {
      await clean()
      await storage.check()
      const [obstacle = ''] = (await readdir(folder)).map((name) => join(folder, name))
      await clean()
      await writeFile(obstacle, '')
      await expect(storage.check()).rejects.toThrow(obstacle)
      await rm(obstacle)
      await storage.check()
    })
  })

  describe('between processes', () => {
    let one: Storage
    let other: Storage
    beforeAll(async () => {
      const own = { ...settings, prefix: 'deux/' }
      ;[one, other] = [await openS3Storage(own), await openS3Storage(own)]
    })
    afterAll(async () => {
      await one.close()
      await other.close()
    })

    test('examines the stored file, not what an overtaken process has received of it', async () => {
      const begun = await append(one, { name: 'd1', bytes: 0, reception: null }, 'bon')
      const done = await append(other, begun, 'jour', true)
      await append(one, begun, 'soir', true)
      await other.complete(done)
      const read = (path: string) => readFile(path, 'utf8')
      expect(await one.withLocalFile('d1', read)).toBe('bonjour')
      expect(await other.withLocalFile('d1', read)).toBe('bonjour')
    })

    test('stores pieces of the length of a part once', async () => {
      const bytes = Buffer.alloc(8 * megabyte, 'x')
      let file: ReceivedFile = { name: 'd2', bytes: 0, reception: null }
      for (let n = 0; n < 3; n += 1) file = await append(one, file, bytes)
      expect((await unfinishedFiles(one)).filter((name) => name === 'd2')).toHaveLength(3)
      await other.complete(await append(other, file, 'fin', true))
      expect(await one.size('d2')).toBe(24 * megabyte + 3)
      await expect.poll(() => unfinishedFiles(one)).not.toContain('d2')
    })
  })

  describe('with a server', () => {
    let server: TestServer
    let photo: { token: string; evenementId: number }
    beforeAll(async () => {
      server = await startTestServer({ s3: await store.newBucket() })
      const { karim, evenementId } = await uneFete(server)
      photo = { token: karim.token, evenementId }
    })
    afterAll(() => server.stop())

    const send = (location: string, offset: number, bytes: Buffer) =>
      sendBytes(server, location, { token: photo.token, offset, bytes })

    async function begin(bytes: Buffer): Promise<string> {
      return String((await beginUpload(server, { ...photo, bytes })).headers['location'])
    }

    async function originalOf(mediaId: unknown): Promise<Buffer> {
      const path = `/medias/${String(mediaId)}/fichier?type=original`
      return (await server.call('GET', path, { token: photo.token })).rawPayload
    }

    test('stores a photo, its previews and nothing else', async () => {
      const bytes = await unePhotoDe(300_000)
      const answer = await depositInOne(server, { ...photo, bytes })
      expect([answer.statusCode, answer.headers['x-content-sha256']]).toEqual([201, sha256Of(bytes)])
      await server.parts.medias.jobs.idle()
      const id = answer.headers['x-media-id']
      expect((await originalOf(id)).equals(bytes)).toBe(true)
      for (const type of ['thumbnail', 'custom&width=1600', 'custom&width=800']) {
        const preview = await server.call('GET', `/medias/${String(id)}/fichier?type=${type}`, { token: photo.token })
        expect([preview.statusCode, preview.headers['content-type']]).toEqual([200, 'image/webp'])
      }
      expect(await unfinishedFiles(server.parts.medias.storage)).toEqual([])
    })

    test('answers 503 while the store is away, and goes on from the acknowledged bytes when it is back', async () => {
      const bytes = await unePhotoDe(12 * megabyte)
      const location = await begin(bytes)
      expect((await send(location, 0, bytes.subarray(0, 3 * megabyte))).statusCode).toBe(204)
      store.goAway()
      const refused = await send(location, 3 * megabyte, bytes.subarray(3 * megabyte))
      expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([503, 'serveur.indisponible'])
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
      expect((await server.call('GET', '/health')).statusCode).toBe(503)
      store.comeBack()
      const { headers } = await askOffset(server, location, photo.token)
      expect(headers['upload-offset']).toBe(String(3 * megabyte))
      const done = await send(location, 3 * megabyte, bytes.subarray(3 * megabyte))
      expect(done.headers['x-content-sha256']).toBe(sha256Of(bytes))
      expect((await originalOf(done.headers['x-media-id'])).equals(bytes)).toBe(true)
    })

    test('keeps all bytes of a photo whose commit fails after it was completed', async () => {
      const bytes = await unePhotoDe(10 * megabyte)
      const location = await begin(bytes)
      await send(location, 0, bytes.subarray(0, 9 * megabyte))
      const { database } = server.parts
      await database.updateTable('evenement').set({ statut: 'ANNULE' }).execute()
      expect((await send(location, 9 * megabyte, bytes.subarray(9 * megabyte))).statusCode).toBe(403)
      await database.updateTable('evenement').set({ statut: 'EN_COURS' }).execute()
      const done = await send(location, bytes.length, Buffer.alloc(0))
      expect(done.headers['x-content-sha256']).toBe(sha256Of(bytes))
    })

    test('removes what interrupted requests have left, and keeps what an upload needs', async () => {
      const { medias, database } = server.parts
      const bytes = await unePhotoDe(10 * megabyte)
      const location = await begin(bytes)
      await send(location, 0, bytes.subarray(0, 9 * megabyte))
      // As a node that ended before it stored the offset.
      const lost = await medias.storage.openPartial({ name: 'perdu', bytes: 0, reception: null })
      await lost.write([bytes], 0)
      await lost.sync(false)
      await lost.close()
      await database.updateTable('upload').set({ toucheLe: new Date().toISOString() }).execute()
      const tomorrow = { now: () => new Date(Date.now() + 86_400_000) }
      await sweep({ ...medias, database, clock: tomorrow })
      expect(new Set(await unfinishedFiles(medias.storage)).has('perdu')).toBe(false)
      const done = await send(location, 9 * megabyte, bytes.subarray(9 * megabyte))
      expect(done.headers['x-content-sha256']).toBe(sha256Of(bytes))
      const rows = await database.selectFrom('media').select(['fichier', 'sha256']).execute()
      await sweep({ ...medias, database, clock: tomorrow })
      for (const { fichier, sha256 } of rows) expect(sha256Of(await storedBytes(medias.storage, fichier))).toBe(sha256)
      expect((await storedNames(medias.storage)).toSorted()).toEqual(rows.map(({ fichier }) => fichier).toSorted())
    })

    test('goes on receiving a photo once its temporary folder can be made again', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'eclats-tmp-'))
      vi.stubEnv('TMPDIR', folder)
      onTestFinished(() => rm(folder, { recursive: true, force: true }))
      const blocked = await startTestServer({ s3: await store.newBucket() })
      vi.unstubAllEnvs()
      onTestFinished(() => blocked.stop())
      const { karim, evenementId } = await uneFete(blocked)
      const bytes = await unePhotoDe(100_000)
      const { token } = karim
      const location = String((await beginUpload(blocked, { token, evenementId, bytes })).headers['location'])
      const copies = (await readdir(folder)).find((name) => name.startsWith('eclats-copies-')) ?? ''
      await rm(join(folder, copies), { recursive: true })
      await writeFile(join(folder, copies), '')
      expect((await sendBytes(blocked, location, { token, offset: 0, bytes })).statusCode).toBe(500)
      await rm(join(folder, copies))
      expect((await askOffset(blocked, location, token)).headers['upload-offset']).toBe('0')
      const done = await sendBytes(blocked, location, { token, offset: 0, bytes })
      expect(done.headers['x-content-sha256']).toBe(sha256Of(bytes))
    })

    test('says that the store is away when a file cannot be read', async () => {
      const [media] = await server.parts.database.selectFrom('media').select('fichier').execute()
      store.goAway()
      await expect(storedBytes(server.parts.medias.storage, media?.fichier ?? '')).rejects.toThrow(StorageAway)
      store.comeBack()
    })
  })
})
