import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { ConfigError } from '#server/config.ts'
import { runIntegrity } from '#server/integrity/runIntegrity.ts'
import { openStorage } from '#server/storage/openStorage.ts'
import type { Storage } from '#server/storage/storage.ts'
import { assertOwnStorage, claimStorage, storageIdentityOf } from '#server/storageIdentity.ts'
import { depositInOne } from '#tests/support/deposit.ts'
import { uneFete } from '#tests/support/fete.ts'
import { unePhoto } from '#tests/support/photos.ts'
import { freshBucket } from '#tests/support/s3/testBucket.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'
import { storeReceived } from '#tests/support/storedFiles.ts'
import { isOnPostgres } from '#tests/support/testDatabase.ts'

let server: TestServer
let own: Storage
beforeEach(async () => {
  server = await startTestServer()
  own = server.parts.medias.storage
})
afterEach(() => server.stop())

const claim = (storage: Storage) => claimStorage({ database: server.parts.database, storage })
const check = (storage: Storage) => assertOwnStorage({ database: server.parts.database, storage })
const row = () => storageIdentityOf(server.parts.database)
const forgetRow = () => server.parts.database.deleteFrom('etatService').where('cle', '=', 'stockage').execute()

/** An empty storage of the same kind. */
async function another(): Promise<Storage> {
  const dataDir = await mkdtemp(join(tmpdir(), 'eclats-autre-'))
  const storage = await openStorage({ dataDir, s3: freshBucket() })
  onTestFinished(async () => {
    await storage.close()
    await rm(dataDir, { recursive: true })
  })
  return storage
}

async function holding(storage: Storage): Promise<Storage> {
  const name = randomUUID()
  await storeReceived(storage, name, Buffer.from('photo'))
  await storage.keep(name)
  return storage
}

/** The same storage as an earlier version left it. */
function unmarked(storage: Storage): Storage {
  let marker: string | null = null
  return {
    ...storage,
    readIdentity: () => Promise.resolve(marker),
    writeIdentity: (id) => Promise.resolve(void (marker = id)),
  }
}

async function aPhoto(): Promise<void> {
  const { karim, evenementId } = await uneFete(server)
  const answer = await depositInOne(server, { token: karim.token, evenementId, bytes: await unePhoto() })
  expect(answer.statusCode).toBe(201)
  await server.parts.medias.jobs.idle()
}

/** @returns why neither a start nor a command uses the storage, after it was compared that nothing has changed */
async function refusalOf(storage: Storage): Promise<string> {
  const before = [await row(), await storage.readIdentity()]
  const refused = await claim(storage).catch((reason: unknown) => reason)
  expect(refused).toBeInstanceOf(ConfigError)
  await expect(check(storage)).rejects.toThrow(ConfigError)
  expect([await row(), await storage.readIdentity()]).toEqual(before)
  expect(String(refused)).toContain(storage.identityPlace)
  return String(refused)
}

const isOther = /n'est pas celui de cette base de données.* \/ The storage is not the one of this database/
const isNew = /La base de données est neuve, mais .* \/ The database is new/

test('gives database and storage one identity at the first start, and keeps it', async () => {
  const id = await row()
  expect(id).toMatch(/^[\da-f-]{36}$/)
  expect(await own.readIdentity()).toBe(id)
  await aPhoto()
  await claim(own)
  expect([await row(), await own.readIdentity()]).toEqual([id, id])
})

test.runIf(isOnPostgres())('agrees on one identity when a node starts while another one writes it', async () => {
  await forgetRow()
  const storage = await another()
  const go = Promise.withResolvers<void>()
  let isWriting = false
  const second: Storage = {
    ...storage,
    async writeIdentity(id) {
      isWriting = true
      await go.promise
      await storage.writeIdentity(id)
    },
  }
  let isOver = false
  let claimed: Promise<void> = Promise.resolve()
  const first: Storage = {
    ...storage,
    async writeIdentity(id) {
      claimed = claim(second).finally(() => (isOver = true))
      await expect.poll(async () => isWriting || (await waitsForLock())).toBe(true)
      await storage.writeIdentity(id)
      go.resolve()
      await expect.poll(async () => isOver || (await waitsForLock())).toBe(true)
    },
  }
  await claim(first)
  await claimed
  expect(await row()).toMatch(/^[\da-f-]{36}$/)
  expect(await storage.readIdentity()).toBe(await row())
})

async function waitsForLock(): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_locks join pg_database on pg_database.oid = pg_locks.database
    where datname = current_database() and locktype = 'advisory' and not granted`.execute(server.parts.database)
  return rows.length > 0
}

test.each([
  ['of an empty service', () => Promise.resolve()],
  ['of an earlier version', aPhoto],
])('adopts the marker that a cut first start %s has left', async (_title, fill) => {
  await fill()
  const marker = await own.readIdentity()
  await forgetRow()
  await claim(own)
  expect([await row(), await own.readIdentity()]).toEqual([marker, marker])
})

test('gives an identity to the database and the storage of an earlier version', async () => {
  await aPhoto()
  await forgetRow()
  const storage = unmarked(own)
  await check(storage)
  expect([await row(), await storage.readIdentity()]).toEqual([null, null])
  await claim(storage)
  expect(await row()).toMatch(/^[\da-f-]{36}$/)
  expect(await storage.readIdentity()).toBe(await row())
})

test('refuses a storage without the marker, until the operator writes it', async () => {
  await aPhoto()
  const storage = await another()
  const refusal = await refusalOf(storage)
  expect(refusal).toMatch(isOther)
  expect(refusal).toMatch(/manque.* is missing/)
  expect(refusal).toMatch(new RegExp(`ou écrivez-y ${await row()}\\..*, or write ${await row()} into it`))
  await storage.writeIdentity((await row()) ?? '')
  await claim(storage)
  await check(storage)
})

test('refuses the storage of another service', async () => {
  await aPhoto()
  const storage = await holding(await another())
  await storage.writeIdentity(randomUUID())
  expect(await refusalOf(storage)).toMatch(/porte un autre identifiant.* holds the id of another one/)
})

test('refuses, for the database of an earlier version, a storage with none of its files', async () => {
  await aPhoto()
  await forgetRow()
  const storage = await holding(await another())
  expect(await refusalOf(storage)).toMatch(isOther)
  // The operator who has lost all files can still start.
  await storage.writeIdentity(randomUUID())
  await claim(storage)
  expect(await row()).toBe(await storage.readIdentity())
})

test('says on ready that a running server has another storage, as when its disk is no longer mounted', async () => {
  await aPhoto()
  await own.writeIdentity(randomUUID())
  expect((await server.call('GET', '/health/ready')).statusCode).toBe(503)
})

test('takes another empty storage while the service has no media', async () => {
  const id = await row()
  const storage = await another()
  await check(storage)
  expect(await storage.readIdentity()).toBeNull()
  await claim(storage)
  expect([await row(), await storage.readIdentity()]).toEqual([id, id])
})

test.each(['with its marker', 'of an earlier version'])(
  'refuses to start an empty service on the files of another one %s',
  async (kind) => {
    const storage = await holding(await another())
    if (kind === 'with its marker') await storage.writeIdentity(randomUUID())
    expect(await refusalOf(storage)).toMatch(isOther)
    await forgetRow()
    expect(await refusalOf(storage)).toMatch(isNew)
  },
)

test.runIf(isOnPostgres())('repairs nothing when the command has another storage than the service', async () => {
  await aPhoto()
  const dataDir = await mkdtemp(join(tmpdir(), 'eclats-autre-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const place = { dataDir, databaseUrl: server.databaseUrl }
  const lines: string[] = []
  const repaired = runIntegrity(place, { isRepairing: true, print: (line) => void lines.push(line) })
  await expect(repaired).rejects.toThrow(ConfigError)
  expect(lines).toEqual([])
  const medias = await server.parts.database.selectFrom('media').select('statut').execute()
  expect(medias).toEqual([{ statut: 'EN_ATTENTE' }])
})
