import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/openDatabase.ts'
import { unsyncedTransaction } from '#server/database/unsynced.ts'
import { type CommitCounter, countCommits } from '#tests/support/commitCounter.ts'
import { freshPlace, type TestPlace } from '#tests/support/testDatabase.ts'

let folder: string
let place: TestPlace
let database: Database
let counter: CommitCounter
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eclats-database-'))
  place = await freshPlace()
  database = await openDatabase({ dataDir: folder, ...place })
  counter = await countCommits(database)
})
afterEach(async () => {
  await database.destroy()
  await place.drop()
  await rm(folder, { recursive: true })
})

const write = (to: Database, cle: string) => to.insertInto('tentative').values({ cle, instant: 'x' }).execute()
const unsynced = (cle: string) => unsyncedTransaction(database, (transaction) => write(transaction, cle))
const durability = () => counter.take().commits.map(({ isDurable }) => isDurable)

test('waits for the disk in every transaction but the one that is asked not to', async () => {
  await unsynced('a')
  await write(database, 'b')
  await database.transaction().execute((transaction) => write(transaction, 'c'))
  await unsynced('d')
  expect(durability()).toEqual([false, true, true, false])
})

test('waits for the disk again after an unsynced transaction that fails', async () => {
  const failing = unsyncedTransaction(database, async (transaction) => {
    await write(transaction, 'a')
    throw new Error('refused')
  })
  await expect(failing).rejects.toThrow('refused')
  await write(database, 'b')
  expect(durability()).toEqual([true])
})

test('keeps concurrent transactions durable', async () => {
  await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      n % 2 === 0
        ? unsynced(`unsynced ${n}`)
        : database.transaction().execute((transaction) => write(transaction, `durable ${n}`)),
    ),
  )
  const durable = counter.take().commits.filter(({ isDurable }) => isDurable)
  expect(durable).toHaveLength(20)
})

test('makes durable what an unsynced transaction starts in the background', async () => {
  let later: Promise<unknown> = Promise.resolve()
  await unsyncedTransaction(database, async (transaction) => {
    await write(transaction, 'a')
    later = new Promise((resolve) => setImmediate(resolve)).then(() =>
      database.transaction().execute((other) => write(other, 'b')),
    )
  })
  await later
  // On PostgreSQL the two have a connection each: either may end first.
  const commits = durability()
  expect(commits).toHaveLength(2)
  expect(commits.filter(Boolean)).toHaveLength(1)
})
