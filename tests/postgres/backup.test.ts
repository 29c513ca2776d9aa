import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from 'vitest'
import { backUp } from '#server/backup/backup.ts'
import { restore } from '#server/backup/restore.ts'
import { systemClock } from '#server/clock.ts'
import { openDatabase } from '#server/database/openDatabase.ts'
import { inspect } from '#server/integrity/inspect.ts'
import { assertOwnStorage } from '#server/storageIdentity.ts'
import { openStorage } from '#server/storage/openStorage.ts'
import type { S3Settings } from '#server/storage/s3/s3Settings.ts'
import { receivedFileOf, moveToOwnFile } from '#server/upload/ownFile.ts'
import { beginUpload, depositInOne, sendBytes } from '#tests/support/deposit.ts'
import { uneFete } from '#tests/support/fete.ts'
import { unePhoto, unePhotoDe } from '#tests/support/photos.ts'
import { startSwift, type Swift, swiftIsThere } from '#tests/support/s3/swift.ts'
import { startTestServer } from '#tests/support/serverFixture.ts'

const megabyte = 1024 ** 2
const stores = ['a folder', 'a bucket'] as const
const pairs = stores.flatMap((from) => stores.map((into) => [from, into] as const))
let swift: Swift | null = null
beforeAll(async () => {
  if (swiftIsThere()) swift = await startSwift()
})
afterAll(() => swift?.stop())

const newStore = (store: (typeof stores)[number]) => (store === 'a bucket' && swift ? swift.newBucket() : null)

test.each(swiftIsThere() ? pairs : pairs.slice(0, 1))(
  'backs up rows and files from %s together and restores them elsewhere into %s',
  async (from, into) => {
    const s3 = await newStore(from)
    const server = await startTestServer(s3 ? { s3 } : {})
    const { dataDir, databaseUrl } = server
    const here = await mkdtemp(join(tmpdir(), 'eclats-backup-'))
    const elsewhere = await createDatabase(`restauree_${randomUUID().slice(0, 8)}`)
    try {
      const { karim, evenementId } = await uneFete(server)
      const photo = { token: karim.token, evenementId }
      await depositInOne(server, { ...photo, bytes: await unePhoto() })
      const bytes = await unePhotoDe(10 * megabyte)
      const location = String((await beginUpload(server, { ...photo, bytes })).headers['location'])
      await sendBytes(server, location, { ...photo, offset: 0, bytes: bytes.subarray(0, 9 * megabyte) })
      await server.parts.medias.jobs.idle()
      const folder = join(here, 'sauvegarde')
      for (let time = 0; time < 2; time += 1) {
        expect(await backUp({ dataDir, databaseUrl, s3 }, folder)).toEqual({ medias: 1, uploads: 1, removed: 0 })
      }

      const place = { dataDir: join(here, 'ailleurs'), databaseUrl: elsewhere.url, s3: await newStore(into) }
      await restore(folder, place)
      const database = await openDatabase(place)
      const storage = await openStorage(place)
      const deps = { database, storage, clock: systemClock }
      const found = []
      for await (const finding of inspect(deps)) found.push(finding)
      await assertOwnStorage(deps)
      const medias = await database.selectFrom('media').select('auteurId').execute()
      const upload = await database
        .selectFrom('upload')
        .selectAll()
        .where('etat', '=', 'OUVERT')
        .executeTakeFirstOrThrow()
      const sequences = sql<{ value: string | null }>`select last_value as value from pg_sequences`
      for (const { value } of (await sequences.execute(database)).rows) expect(Number(value)).toBeGreaterThan(100_000)
      const pieces: Buffer[] = []
      for await (const piece of storage.readReceived(receivedFileOf(upload))) pieces.push(Buffer.from(piece))
      await storage.close()
      await database.destroy()
      expect([found, medias]).toEqual([[], [{ auteurId: karim.id }]])
      expect(Buffer.concat(pieces).equals(bytes.subarray(0, 9 * megabyte))).toBe(true)
    } finally {
      await elsewhere.drop()
      await rm(here, { recursive: true })
      await server.stop()
    }
  },
)

test.each(swiftIsThere() ? stores : stores.slice(0, 1))(
  'saves from %s the acknowledged bytes of uploads that other nodes continue and complete during the dump',
  async (from) => {
    const s3 = await newStore(from)
    const { server, here, elsewhere } = await emptyDatabaseBeside(s3)
    const { dataDir, databaseUrl } = server
    const { karim, evenementId } = await uneFete(server)
    const photo = { token: karim.token, evenementId }
    const begin = async () => {
      const bytes = await unePhotoDe(10 * megabyte)
      const location = String((await beginUpload(server, { ...photo, bytes })).headers['location'])
      const send = (start: number, end?: number) =>
        sendBytes(server, location, { ...photo, offset: start, bytes: bytes.subarray(start, end) })
      await send(0, 9 * megabyte)
      return { id: location.split('/').at(-1) ?? '', bytes, send }
    }
    const [continued, ended] = [await begin(), await begin()]
    const dump = await slowDump(here)
    const folder = join(here, 'sauvegarde')
    const saving = backUp({ dataDir, databaseUrl, s3 }, folder)
    await dump.isDone()
    const { database: rows, clock, medias } = server.parts
    for (const row of await rows.selectFrom('upload').selectAll().execute())
      await moveToOwnFile({ ...medias, database: rows, clock, nodeId: 'another' }, row)
    await continued.send(9 * megabyte, 9.3 * megabyte)
    await continued.send(9.3 * megabyte, 9.6 * megabyte)
    expect((await ended.send(9 * megabyte)).headers['x-media-id']).toBeDefined()
    await dump.end()
    expect(await saving).toEqual({ medias: 0, uploads: 2, removed: 0 })

    const place = { dataDir: join(here, 'ailleurs'), databaseUrl: elsewhere.url, s3: await newStore(from) }
    await restore(folder, place)
    const database = await openDatabase(place)
    const storage = await openStorage(place)
    const found = []
    for await (const finding of inspect({ database, storage, clock: systemClock })) found.push(finding)
    expect(found).toEqual([])
    for (const { id, bytes } of [continued, ended]) {
      const upload = await database.selectFrom('upload').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      const pieces: Buffer[] = []
      for await (const piece of storage.readReceived(receivedFileOf(upload))) pieces.push(Buffer.from(piece))
      expect(Buffer.concat(pieces).equals(bytes.subarray(0, 9 * megabyte))).toBe(true)
    }
    await storage.close()
    await database.destroy()
  },
)

/** Makes `pg_dump` of this process end only when the test says so. */
async function slowDump(folder: string) {
  const [done, go] = [join(folder, 'dumped'), join(folder, 'go')]
  const { PATH = '' } = process.env
  const script = `#!/bin/sh\nPATH='${PATH}' pg_dump "$@" || exit 1\ntouch ${done}\nwhile [ ! -e ${go} ]; do sleep 0.1; done\n`
  await mkdir(join(folder, 'bin'))
  await writeFile(join(folder, 'bin', 'pg_dump'), script, { mode: 0o755 })
  vi.stubEnv('PATH', `${join(folder, 'bin')}:${PATH}`)
  onTestFinished(() => void vi.unstubAllEnvs())
  return {
    async isDone() {
      await expect.poll(() => existsSync(done)).toBe(true)
    },
    end: () => writeFile(go, ''),
  }
}

/** A server, a folder for its backup, and an empty database for a restore; all removed after the test. */
async function emptyDatabaseBeside(s3: S3Settings | null = null) {
  const server = await startTestServer(s3 ? { s3 } : {})
  const here = await mkdtemp(join(tmpdir(), 'eclats-backup-'))
  const elsewhere = await createDatabase(`restauree_${randomUUID().slice(0, 8)}`)
  onTestFinished(async () => {
    await elsewhere.drop()
    await rm(here, { recursive: true })
    await server.stop()
  })
  return { server, here, elsewhere }
}

test('leaves no rows after a restore that failed among the files, and never takes a database with data', async () => {
  const { server, here, elsewhere } = await emptyDatabaseBeside()
  const { dataDir, databaseUrl } = server
  const { karim, evenementId } = await uneFete(server)
  await depositInOne(server, { token: karim.token, evenementId, bytes: await unePhoto() })
  const folder = join(here, 'sauvegarde')
  await backUp({ dataDir, databaseUrl, s3: null }, folder)
  const wrong = join(folder, 'medias', `${crypto.randomUUID()} illégal`)
  await writeFile(wrong, 'x')
  const place = { dataDir: join(here, 'ailleurs'), databaseUrl: elsewhere.url }
  await expect(restore(folder, place)).rejects.toThrow('illegal file name')
  expect(await elsewhere.tables()).toEqual([])
  await rm(wrong)
  await restore(folder, place)
  expect(await elsewhere.tables()).toContain('media')

  const other = { ...place, dataDir: join(here, 'encore') }
  await expect(restore(folder, other)).rejects.toThrow("DATABASE_URL contient déjà les données d'un service")
  expect(existsSync(other.dataDir)).toBe(false)
})

test('refuses a backup whose dump is cut off before it restores a file', async () => {
  const { server, here, elsewhere } = await emptyDatabaseBeside()
  const { dataDir, databaseUrl } = server
  const folder = join(here, 'sauvegarde')
  await backUp({ dataDir, databaseUrl, s3: null }, folder)
  const dump = join(folder, 'eclats.dump')
  await truncate(dump, (await stat(dump)).size - 100)
  const place = { dataDir: join(here, 'ailleurs'), databaseUrl: elsewhere.url }
  await expect(restore(folder, place)).rejects.toThrow(/^pg_restore : .*end of file/)
  expect(existsSync(place.dataDir)).toBe(false)
})

test.skipIf(!swiftIsThere())('refuses to restore into a bucket that holds files', async () => {
  const s3 = await swift?.newBucket()
  if (!s3) throw new Error('no bucket')
  const server = await startTestServer({ s3 })
  const { karim, evenementId } = await uneFete(server)
  await depositInOne(server, { token: karim.token, evenementId, bytes: await unePhoto() })
  const here = await mkdtemp(join(tmpdir(), 'eclats-backup-'))
  await backUp({ dataDir: server.dataDir, databaseUrl: server.databaseUrl, s3 }, join(here, 'sauvegarde'))
  const empty = await createDatabase(`restauree_${randomUUID().slice(0, 8)}`)
  const elsewhere = { dataDir: join(here, 'ailleurs'), databaseUrl: empty.url, s3 }
  await expect(restore(join(here, 'sauvegarde'), elsewhere)).rejects.toThrow(/bucket ou un S3_PREFIX vide/)
  await empty.drop()
  await rm(here, { recursive: true })
  await server.stop()
})

async function createDatabase(name: string) {
  const url = inject('postgres')
  const ask = async (statement: string, connectionString = url) => {
    const client = new Client({ connectionString })
    await client.connect()
    try {
      return (await client.query<Record<string, unknown>>(statement)).rows
    } finally {
      await client.end()
    }
  }
  await ask(`create database ${name}`)
  const own = Object.assign(new URL(url), { pathname: `/${name}` }).href
  return {
    url: own,
    async tables() {
      const rows = await ask("select tablename from pg_tables where schemaname = 'public'", own)
      return rows.map(({ tablename }) => tablename)
    },
    drop: () => ask(`drop database ${name} with (force)`),
  }
}
