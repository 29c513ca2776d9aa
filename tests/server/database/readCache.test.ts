import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#server/database/openDatabase.ts'
import { ReadCache } from '#server/database/readCache.ts'
import { freshPlace, isOnPostgres } from '#tests/support/testDatabase.ts'

const minute = 60_000
/** Opens the database of the test once more, as another process does. */
let open: () => ReturnType<typeof openDatabase>
let database: Awaited<ReturnType<typeof openDatabase>>
let cache: ReadCache
let queries: number

beforeEach(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'eclats-reads-'))
  const place = await freshPlace()
  open = () => openDatabase({ dataDir, databaseUrl: place.databaseUrl })
  database = await open()
  cache = new ReadCache(database)
  queries = 0
  onTestFinished(async () => {
    await database.destroy()
    await place.drop()
    await rm(dataDir, { recursive: true })
  })
})

const attempt = (cle: string) => ({ cle, instant: new Date(minute).toISOString() })

async function keys(): Promise<string[]> {
  const rows = await cache.read('keys', () => {
    queries += 1
    return database.selectFrom('tentative').select('cle').orderBy('cle').execute()
  })
  return rows.map(({ cle }) => cle)
}

test('runs a query once while the database has not changed', async () => {
  await database.insertInto('tentative').values(attempt('a')).execute()
  // Changes of the other databases of a PostgreSQL cluster count too.
  await expect
    .poll(async () => {
      const before = queries
      expect([await keys(), await keys(), await keys()]).toEqual([['a'], ['a'], ['a']])
      return queries - before
    })
    .toBeLessThan(2)
  expect(queries).toBe(isOnPostgres() ? queries : 1)
})

test('runs it again after a change of this process, and of another one', async () => {
  await keys()
  await database.insertInto('tentative').values(attempt('a')).execute()
  expect(await keys()).toEqual(['a'])
  const other = await open()
  await other.insertInto('tentative').values(attempt('b')).execute()
  await other.destroy()
  expect(await keys()).toEqual(['a', 'b'])
  expect(queries).toBe(isOnPostgres() ? queries : 3)
})

test('shows the rows of a transaction once it is committed, and never those of one that is rolled back', async () => {
  await keys()
  const seen: string[][] = []
  await database.transaction().execute(async (transaction) => {
    await transaction.insertInto('tentative').values(attempt('a')).execute()
    const during = keys().then((found) => seen.push(found))
    await Promise.race([during, Promise.resolve()])
  })
  expect(await keys()).toEqual(['a'])
  const failure = new Error('rolled back')
  const rolledBack = database.transaction().execute(async (transaction) => {
    await transaction.insertInto('tentative').values(attempt('b')).execute()
    throw failure
  })
  const during = keys()
  await expect(rolledBack).rejects.toBe(failure)
  expect([await during, await keys()]).toEqual([['a'], ['a']])
  // PostgreSQL may answer before the commit; SQLite waits for it.
  expect(isOnPostgres() ? [[['a']], [[]]] : [[['a']]]).toContainEqual(seen)
})

test('keeps no result that was read while the database changed', async () => {
  const first = cache.read('slow', async () => {
    const rows = await database.selectFrom('tentative').select('cle').execute()
    await database.insertInto('tentative').values(attempt('a')).execute()
    // Another request reads the database as it is now.
    await keys()
    return rows.length
  })
  expect(await first).toBe(0)
  const count = () => database.selectFrom('tentative').select('cle').execute()
  expect(await cache.read('slow', async () => (await count()).length)).toBe(1)
})

test('counts the changes once for the reads of a batch, and again for the next read', async () => {
  const rows = () => database.selectFrom('tentative').select('cle').execute()
  const before = cache.batch()
  expect(await before.read('none', rows)).toHaveLength(0)
  await database.insertInto('tentative').values(attempt('a')).execute()
  expect(await before.read('rows', rows)).toHaveLength(1)
  await database.insertInto('tentative').values(attempt('b')).execute()
  expect(await before.read('rows', rows)).toHaveLength(1)
  expect(await cache.read('rows', rows)).toHaveLength(2)
})

test('keeps no result that is older than a change another read has seen', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  let hasRead = () => {}
  const whenRead = new Promise<void>((resolve) => (hasRead = resolve))
  const rows = () => database.selectFrom('tentative').select('cle').execute()
  const slow = cache.read('rows', async () => {
    const found = await rows()
    hasRead()
    await held
    return found
  })
  await whenRead
  await database.insertInto('tentative').values(attempt('a')).execute()
  expect(await keys()).toEqual(['a'])
  release()
  expect(await slow).toHaveLength(0)
  expect(await cache.read('rows', rows)).toHaveLength(1)
})

test('gives each of many callers what it wrote before', async () => {
  const seen = await Promise.all(
    Array.from({ length: 40 }, async (_, index) => {
      const cle = String(index)
      await database.insertInto('tentative').values(attempt(cle)).execute()
      return (await keys()).includes(cle)
    }),
  )
  expect(seen).not.toContain(false)
})
