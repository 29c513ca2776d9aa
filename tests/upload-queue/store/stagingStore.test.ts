import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ItemMoved, StorageBroken, StorageFull } from '#upload-queue/engine/queueErrors.ts'
import type { StagedFile } from '#upload-queue/engine/queueItem.ts'
import { SourceUnreadable } from '#upload-queue/readPart.ts'
import type { CopiedFile } from '#upload-queue/store/stagingStore.ts'
import { Phone, sha256Of, someBytes } from '#tests/upload-queue/support/phone.ts'

const mib = 1024 * 1024
const noRows = { first: 0, rows: [] }
let phone: Phone
beforeEach(() => {
  phone = new Phone()
})
afterEach(() => {
  vi.restoreAllMocks()
})

describe('staging a photo', () => {
  test('queues it only after all rows and both hashes are stored', async () => {
    const bytes = someBytes(2 * mib + 1)
    const item = await phone.accept(bytes)
    expect(item).toMatchObject({ state: 'queued', sha256: sha256Of(bytes), sourceSha256: sha256Of(bytes), rowCount: 3 })
    expect(await phone.rowCount()).toBe(3)
  })

  test.each([
    [8 * mib, 1],
    [8 * mib + 1, 5],
    [12 * mib, 6],
  ])('writes a file of %i bytes in its order, with %i transactions', async (size, count) => {
    const bytes = someBytes(size)
    const file = phone.file({ size })
    const begun = countTransactions()
    await phone.staging.begin([file], 'page')
    expect(begun()).toBe(1)
    expect(await phone.copy(file, new Blob([bytes]))).toBe('queued')
    expect(begun()).toBe(1 + count)
    expect(sha256Of(await phone.store.readBytes(await phone.item(file.id), 0, size))).toBe(sha256Of(bytes))
  })

  test('never accepts a copy with a missing row', async () => {
    const file = phone.file({ size: 2 * mib })
    await phone.staging.begin([file], 'page')
    await phone.staging.writeRows(file.id, { first: 0, rows: [new ArrayBuffer(mib)] })
    const finish = phone.staging.finish(file.id, copied(2 * mib), noRows)
    await expect(finish).rejects.toThrow(StorageBroken)
    expect(await phone.item(file.id)).toMatchObject({ state: 'staging', sha256: '' })
  })

  test('keeps the item in staging and does not send it when the page closes half-way', async () => {
    const file = phone.file({ size: 2 * mib })
    await phone.staging.begin([file], 'page')
    await phone.staging.writeRows(file.id, { first: 0, rows: [new ArrayBuffer(mib)] })
    const reopened = new Phone(undefined, phone.name)
    expect(await reopened.item(file.id)).toMatchObject({ state: 'staging' })
  })

  test('does not accept a photo that was cancelled during the copy', async () => {
    const file = phone.file({ size: 10 })
    await phone.staging.begin([file], 'page')
    await phone.staging.writeRows(file.id, { first: 0, rows: [new ArrayBuffer(10)] })
    await phone.store.move({ id: file.id, from: 'staging', epoch: null, change: { state: 'cancelled' } })
    await expect(phone.staging.finish(file.id, copied(10), noRows)).rejects.toThrow(ItemMoved)
    expect(await phone.rowCount()).toBe(0)
  })

  test('keeps the hash of the picked file beside that of a compressed copy', async () => {
    const file = phone.file({ size: 10 })
    const source = sha256Of(someBytes(500))
    await phone.stage(file, someBytes(10), source)
    expect(await phone.item(file.id)).toMatchObject({ sha256: sha256Of(someBytes(10)), sourceSha256: source })
  })
})

describe('picking many files at once', () => {
  test('writes a row for each in one transaction, in their order', async () => {
    const files = Array.from({ length: 200 }, (_, n) => phone.file({ name: `IMG_${n}.jpg`, size: n + 1 }))
    const begun = countTransactions()
    const items = await phone.staging.begin(files, 'page')
    expect(begun()).toBe(1)
    expect(items.map(({ id }) => id)).toEqual(files.map(({ id }) => id))
    expect((await phone.store.live()).map(({ name, size, state }) => [name, size, state])).toEqual(
      files.map(({ name, size }) => [name, size, 'staging']),
    )
  })

  test('keeps files of the same name and size apart', async () => {
    const files = [phone.file({ size: 10 }), phone.file({ size: 10 })]
    await phone.staging.begin(files, 'page')
    for (const [n, file] of files.entries()) await phone.copy(file, new Blob([someBytes(10, n)]))
    expect((await phone.store.live()).map(({ state }) => state)).toEqual(['queued', 'queued'])
  })

  test('writes no bytes of a file whose row was cancelled', async () => {
    const file = phone.file({ size: 10 })
    await phone.staging.begin([file], 'page')
    await phone.store.move({ id: file.id, from: 'staging', epoch: null, change: { state: 'cancelled' } })
    await expect(phone.copy(file, new Blob([someBytes(10)]))).rejects.toThrow(ItemMoved)
    expect(await phone.rowCount()).toBe(0)
  })
})

describe('picking a lost file again', () => {
  const lose = async (...files: StagedFile[]) => {
    await phone.staging.begin(files, 'page')
    for (const { id } of files) {
      await phone.staging.writeRows(id, { first: 0, rows: [new ArrayBuffer(4)] })
      await phone.store.move({ id, from: 'staging', epoch: null, change: { state: 'lost_source' } })
    }
  }

  test('keeps no incomplete copy of a lost file', async () => {
    await lose(phone.file({ size: 10 }))
    expect(await phone.rowCount()).toBe(0)
  })

  test('reuses its row', async () => {
    const lost = phone.file({ size: 10 })
    await lose(lost)
    const [item] = await phone.staging.begin([phone.file({ size: 10 })], 'page')
    expect(item).toMatchObject({ id: lost.id, state: 'staging', cause: null })
    expect(await phone.copy(lost, new Blob([someBytes(10)]))).toBe('queued')
    expect((await phone.store.items()).map(({ state }) => state)).toEqual(['queued'])
  })

  test('reuses each row once when two lost files have the same name and size', async () => {
    const lost = [phone.file({ size: 10 }), phone.file({ size: 10 })]
    await lose(...lost)
    const items = await phone.staging.begin([phone.file({ size: 10 }), phone.file({ size: 10 })], 'page')
    expect(items.map(({ id }) => id).toSorted()).toEqual(lost.map(({ id }) => id).toSorted())
  })

  test('does not reuse the row of another person, event, name or size', async () => {
    const lost = phone.file({ size: 10 })
    await lose(lost)
    const others = [{ ownerId: 2 }, { evenementId: 8 }, { name: 'IMG_0043.JPG' }, { size: 11 }].map((other) =>
      phone.file({ size: 10, ...other }),
    )
    const items = await phone.staging.begin(others, 'page')
    expect(items.map(({ id }) => id)).toEqual(others.map(({ id }) => id))
    expect(await phone.item(lost.id)).toMatchObject({ state: 'lost_source' })
  })
})

describe('the same photo again', () => {
  test('is a duplicate without bytes while the first one is active', async () => {
    await phone.accept(someBytes(10))
    const again = phone.file({ size: 10 })
    expect(await phone.stage(again, someBytes(10))).toBe('duplicate')
    expect(await phone.item(again.id)).toMatchObject({ state: 'cancelled' })
    expect(await phone.rowCount()).toBe(1)
  })

  test('is recognised by the picked file, compressed or not', async () => {
    await phone.accept(someBytes(100))
    const lighter = phone.file({ size: 10 })
    expect(await phone.stage(lighter, someBytes(10), sha256Of(someBytes(100)))).toBe('duplicate')
  })

  test('is a separate photo for another person or event', async () => {
    await phone.accept(someBytes(10))
    const others = [phone.file({ size: 10, ownerId: 2 }), phone.file({ size: 10, evenementId: 8 })]
    for (const file of others) expect(await phone.stage(file, someBytes(10))).toBe('queued')
  })

  test('is sent to the server after delivery, because the first may have been deleted there', async () => {
    const first = await phone.accept(someBytes(10))
    await phone.store.move({ id: first.id, from: 'queued', epoch: null, change: { state: 'done', mediaId: 1 } })
    expect(await phone.stage(phone.file({ size: 10 }), someBytes(10))).toBe('queued')
  })

  test.each(['failed', 'blocked_storage'] as const)('replaces a photo that is %s', async (state) => {
    const first = await phone.accept(someBytes(10))
    await phone.store.move({ id: first.id, from: 'queued', epoch: null, change: { state } })
    const again = phone.file({ size: 10 })
    expect(await phone.stage(again, someBytes(10))).toBe('queued')
    expect(await phone.item(first.id)).toMatchObject({ state: 'cancelled' })
    expect(await phone.rowCount()).toBe(1)
    expect(phone.changed.at(-1)).toBe(first.id)
  })

  test('is a new photo while the cancelled one waits for the server', async () => {
    const first = await phone.accept(someBytes(10))
    await phone.store.move({ id: first.id, from: 'queued', epoch: null, change: { state: 'cancelling' } })
    const again = phone.file({ size: 10 })
    expect(await phone.stage(again, someBytes(10))).toBe('queued')
    expect((await phone.store.live()).map(({ id, state }) => [id, state])).toEqual([
      [first.id, 'cancelling'],
      [again.id, 'queued'],
    ])
    await phone.store.move({ id: first.id, from: 'cancelling', epoch: null, change: { state: 'cancelled' } })
    expect((await phone.store.live()).map(({ id }) => id)).toEqual([again.id])
    expect(await phone.rowCount()).toBe(1)
  })

  test('is accepted once when picked twice concurrently', async () => {
    const files = [phone.file({ size: 10 }), phone.file({ size: 10 })]
    const results = await Promise.all(files.map((file) => phone.stage(file, someBytes(10))))
    expect(results.toSorted()).toEqual(['duplicate', 'queued'])
  })
})

describe('full storage', () => {
  test('fails after a second try on a new connection and keeps no incomplete photo', async () => {
    const refusals = refuseRows('QuotaExceededError', (n) => n > 0)
    const file = phone.file({ size: 6 * mib })
    await expect(phone.stage(file, someBytes(6 * mib))).rejects.toThrow(StorageFull)
    expect(refusals()).toBeGreaterThan(1)
    expect(await phone.item(file.id)).toMatchObject({ state: 'staging', name: file.name })
    expect(await phone.rowCount()).toBe(0)
  })

  test('deletes the incomplete photo even when the storage refuses every write', async () => {
    const put: Put = Reflect.get(IDBObjectStore.prototype, 'put')
    let isFull = false
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value, key) {
      isFull ||= this.name === 'rows' && (key as [string, number])[1] > 0
      if (isFull) throw new DOMException('refused', 'QuotaExceededError')
      return put.call(this, value, key)
    })
    const file = phone.file({ size: 6 * mib })
    await expect(phone.stage(file, someBytes(6 * mib))).rejects.toThrow(StorageFull)
    expect(await phone.item(file.id)).toMatchObject({ state: 'staging', name: file.name })
    expect(await phone.rowCount()).toBe(0)
  })

  test('retries one temporary refusal without a visible error', async () => {
    const refusals = refuseRows('InvalidStateError', (_n, before) => before === 0)
    expect(await phone.stage(phone.file({ size: 10 }), someBytes(10))).toBe('queued')
    expect(refusals()).toBe(1)
  })
})

test('deletes the bytes of a file that becomes unreadable, and keeps its row', async () => {
  const file = phone.file({ size: 10 * mib })
  const good = new Blob([someBytes(10 * mib)])
  const stale = {
    size: good.size,
    slice: (from: number, to: number) =>
      from < 9 * mib ? good.slice(from, to) : { arrayBuffer: () => Promise.reject(new Error('gone')) },
  } as unknown as Blob
  await phone.staging.begin([file], 'page')
  await expect(phone.copy(file, stale)).rejects.toThrow(SourceUnreadable)
  expect(await phone.rowCount()).toBe(0)
  expect(await phone.item(file.id)).toMatchObject({ state: 'staging', name: file.name })
})

test('stores only buffers of 1 MiB in IndexedDB, never a Blob or File', async () => {
  await phone.accept(someBytes(2 * mib + 5))
  const rows = await phone.connection.run((database) => database.getAll('rows'))
  expect(rows.map((row) => row.byteLength)).toEqual([mib, mib, 5])
  for (const row of rows) expect(Object.prototype.toString.call(row)).toBe('[object ArrayBuffer]')
})

function copied(size: number): CopiedFile {
  return { sha256: 'a', sourceSha256: 'a', size, type: 'image/jpeg', takenAt: null }
}

function countTransactions(): () => number {
  const begin = vi.spyOn(IDBDatabase.prototype, 'transaction')
  // The upgrade of the new database also counts as a transaction.
  return () => begin.mock.calls.filter(([, mode]) => mode === 'readwrite').length
}

type Put = (this: IDBObjectStore, value: unknown, key?: IDBValidKey) => IDBRequest<IDBValidKey>

/** Makes the database refuse rows, depending on their number and on the number of earlier refusals. */
function refuseRows(name: string, isRefused: (n: number, before: number) => boolean): () => number {
  let refusals = 0
  const put: Put = Reflect.get(IDBObjectStore.prototype, 'put')
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value, key) {
    if (this.name !== 'rows' || !isRefused((key as [string, number])[1], refusals)) return put.call(this, value, key)
    refusals += 1
    throw new DOMException('refused', name)
  })
  return () => refusals
}
