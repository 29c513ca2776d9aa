import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { describe, expect, test, vi } from 'vitest'
import { DecisionConnection } from '#upload-queue/decisions/decisionDatabase.ts'
import { StorageBroken, StorageFull } from '#upload-queue/engine/queueErrors.ts'
import { DatabaseConnection } from '#upload-queue/store/databaseConnection.ts'
import { QueueConnection } from '#upload-queue/store/queueDatabase.ts'

const grant = { ownerId: 1, evenementId: 7, grant: 'x', grantId: 'y', obtainedAt: 0, expiresAt: 1 }

describe.each([
  ['queue', () => new QueueConnection(`queue-${crypto.randomUUID()}`)],
  ['decisions', () => new DecisionConnection(`decisions-${crypto.randomUUID()}`)],
] as const)('the connection of the %s', (_, open) => {
  // Both databases store grants under the same key.
  const opened = () => open() as QueueConnection
  const put = (connection: QueueConnection) => connection.transact(['grants'], ({ store }) => store.put(grant, [1, 7]))
  const count = (connection: QueueConnection) => connection.run((database) => database.count('grants'))

  test('is reopened after the browser closed it', async () => {
    const connection = opened()
    await connection.run(async (database) => database.close())
    await put(connection)
    expect(await count(connection)).toBe(1)
  })

  test('runs all operations that were under way when the browser closed it', async () => {
    const connection = opened()
    const closed = Promise.withResolvers<void>()
    const writing = [0, 1, 2, 3, 4].map(async (at) => {
      let tries = 0
      return connection.run(async (database) => {
        tries += 1
        if (tries === 1) {
          if (at === 4) {
            database.close()
            closed.resolve()
          }
          await closed.promise
          // One operation notices it after another one has begun to open the database again.
          for (let turn = 0; turn < 5 * at; turn += 1) await Promise.resolve()
        }
        return database.put('grants', grant, [at, 7])
      })
    })
    await Promise.all(writing)
    expect(await count(connection)).toBe(5)
  })

  test('reports a full storage as full to each of several operations', async () => {
    const connection = opened()
    const fill = () =>
      connection.run(async (database) => {
        await database.count('grants')
        throw new DOMException('', 'QuotaExceededError')
      })
    const ends = await Promise.allSettled([fill(), fill(), fill()])
    expect(ends.map((end) => end.status === 'rejected' && end.reason instanceof StorageFull)).toEqual([
      true,
      true,
      true,
    ])
  })

  test('rolls back an operation that fails, and does not repeat it after a programming error', async () => {
    const connection = opened()
    let runs = 0
    const failing = connection.transact(['grants'], async ({ store }) => {
      runs += 1
      await store.put(grant, [1, 7])
      throw new RangeError('ours')
    })
    await expect(failing).rejects.toThrow(RangeError)
    expect([runs, await count(connection)]).toEqual([1, 0])
  })

  test('distinguishes a full storage from a broken one after the second attempt', async () => {
    const failWith = (name: string) => opened().run(() => Promise.reject(new DOMException('', name)))
    await expect(failWith('QuotaExceededError')).rejects.toThrow(StorageFull)
    await expect(failWith('UnknownError')).rejects.toThrow(StorageBroken)
    await expect(failWith('InvalidStateError')).rejects.toThrow(StorageBroken)
  })

  test('reports a storage that the browser forbids as broken, also one that throws at once', async () => {
    const opening = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    })
    const connection = opened()
    const ends = await Promise.allSettled([count(connection), put(connection)])
    opening.mockRestore()
    expect(ends.map((end) => end.status === 'rejected' && end.reason instanceof StorageBroken)).toEqual([true, true])
    expect(await count(connection)).toBe(0)
  })

  test('writes with strict durability', async () => {
    const durability = await opened().transact(['grants'], async (transaction) => transaction.durability)
    expect(durability).toBe('strict')
  })

  test('aborts its transactions when the page is frozen, and repeats them when it resumes', async () => {
    const connection = opened()
    let runs = 0
    const writing = connection.transact(['grants'], async ({ store }) => {
      runs += 1
      if (runs === 1) connection.transactions.freeze()
      await store.put(grant, [1, 7])
    })
    await expect.poll(() => runs).toBe(1)
    connection.transactions.thaw()
    await writing
    expect([runs, await count(connection)]).toEqual([2, 1])
  })

  test('closes for a newer version of the app, and then refuses to write', async () => {
    const connection = opened()
    await put(connection)
    const { name, version } = await connection.run(async (database) => database)
    const upgraded = Promise.withResolvers<IDBDatabase>()
    const opening = indexedDB.open(name, version + 1)
    opening.addEventListener('success', () => upgraded.resolve(opening.result))
    const newer = await upgraded.promise
    await expect(put(connection)).rejects.toThrow(StorageBroken)
    newer.close()
  })
})

interface Stores extends DBSchema {
  a: { key: string; value: string }
  b: { key: string; value: string }
}

test('fails while an older page that does not run blocks the upgrade, and works once that page is gone', async () => {
  const name = `upgraded-${crypto.randomUUID()}`
  const older = await openDB(name, 1, { upgrade: (database) => void database.createObjectStore('a') })
  const create = (store: 'a' | 'b') => (database: IDBPDatabase<Stores>) => void database.createObjectStore(store)
  const connection = new DatabaseConnection<Stores>(name, [create('a'), create('b')], { blockedMs: 0 })
  const count = () => connection.run((database) => database.count('b'))
  await expect(count()).rejects.toThrow(StorageBroken)
  await expect(count()).rejects.toThrow(StorageBroken)
  older.close()
  await expect.poll(() => count().catch(() => 'failed')).toBe(0)
})

test('opens the database again when an upgrade was blocked for a short time only', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const name = `upgraded-${crypto.randomUUID()}`
  const older = await openDB(name, 1, { upgrade: (database) => void database.createObjectStore('a') })
  const create = (store: 'a' | 'b') => (database: IDBPDatabase<Stores>) => void database.createObjectStore(store)
  const connection = new DatabaseConnection<Stores>(name, [create('a'), create('b')], { blockedMs: 1000 })
  const counting = connection.run((database) => database.count('b'))
  await expect.poll(() => vi.getTimerCount()).toBe(1)
  older.close()
  expect(await counting).toBe(0)
  vi.advanceTimersByTime(1000)
  vi.useRealTimers()
  let tries = 0
  const lost = connection.run(async (database) => {
    tries += 1
    if (tries === 1) throw new DOMException('lost', 'InvalidStateError')
    return database.count('b')
  })
  expect(await lost).toBe(0)
})
