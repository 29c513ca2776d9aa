import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { openSqlite } from '#server/database/sqlite.ts'
import { UnchangedReads } from '#server/database/unchangedReads.ts'

const minute = 60_000
let file: string
let database: Database
let reads: UnchangedReads
let queries: number

beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'eclats-reads-'))
  file = join(folder, 'test.sqlite')
  database = await openSqlite(file)
  reads = new UnchangedReads(database)
  queries = 0
  onTestFinished(async () => {
    await database.destroy()
    await rm(folder, { recursive: true })
  })
})

const attempt = (cle: string) => ({ cle, instant: new Date(minute).toISOString() })

async function keys(): Promise<string[]> {
  const rows = await reads.read('keys', () => {
    queries += 1
    return database.selectFrom('tentative').select('cle').orderBy('cle').execute()
  })
  return rows.map(({ cle }) => cle)
}

test('runs a query once while the database has not changed', async () => {
  await database.insertInto('tentative').values(attempt('a')).execute()
  expect([await keys(), await keys()]).toEqual([['a'], ['a']])
  expect(queries).toBe(1)
})

test('runs it again after a change of this process, and of another one', async () => {
  await keys()
  await database.insertInto('tentative').values(attempt('a')).execute()
  expect(await keys()).toEqual(['a'])
  const other = await openSqlite(file)
  await other.insertInto('tentative').values(attempt('b')).execute()
  await other.destroy()
  expect(await keys()).toEqual(['a', 'b'])
  expect(queries).toBe(3)
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
  expect(seen).toEqual([['a']])
})

test('keeps no result that was read while the database changed', async () => {
  const first = reads.read('slow', async () => {
    const rows = await database.selectFrom('tentative').select('cle').execute()
    await database.insertInto('tentative').values(attempt('a')).execute()
    // Another request reads the database as it is now.
    await keys()
    return rows.length
  })
  expect(await first).toBe(0)
  const count = () => database.selectFrom('tentative').select('cle').execute()
  expect(await reads.read('slow', async () => (await count()).length)).toBe(1)
})

test('keeps nothing of reads together once a change came between them', async () => {
  const rows = () => database.selectFrom('tentative').select('cle').execute()
  const before = reads.together()
  await database.insertInto('tentative').values(attempt('a')).execute()
  expect(await before.read('rows', rows)).toHaveLength(1)
  await database.insertInto('tentative').values(attempt('b')).execute()
  expect(await before.read('rows', rows)).toHaveLength(2)
  expect(await reads.read('rows', rows)).toHaveLength(2)
})
