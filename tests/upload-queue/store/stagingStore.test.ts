import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ItemMoved, StorageBroken, StorageFull } from '#upload-queue/engine/ports.ts'
import type { StagedFile } from '#upload-queue/engine/queueItem.ts'
import { SourceUnreadable } from '#upload-queue/staging/filePieces.ts'
import type { CopiedFile } from '#upload-queue/store/stagingStore.ts'
import { Phone, sha256Of, someBytes } from '#tests/upload-queue/support/phone.ts'

const mib = 1024 * 1024
let phone: Phone
beforeEach(() => {
  phone = new Phone()
})
afterEach(() => {
  vi.restoreAllMocks()
})

describe('taking a photo in', () => {
  test('it is queued only after all its rows and both hashes are there', async () => {
    const bytes = someBytes(2 * mib + 1)
    const item = await phone.accept(bytes)
    expect(item).toMatchObject({ state: 'queued', sha256: sha256Of(bytes), sourceSha256: sha256Of(bytes), rowCount: 3 })
    expect(await phone.rowCount()).toBe(3)
  })

  test('a copy with a missing row is never accepted', async () => {
    const file = phone.file({ size: 2 * mib })
    await phone.staging.begin([file], 'page')
    await phone.staging.writeRows(file.id, 0, [new ArrayBuffer(mib)])
    const finish = phone.staging.finish(file.id, copied(2 * mib))
    await expect(finish).rejects.toThrow(StorageBroken)
    expect(await phone.item(file.id)).toMatchObject({ state: 'staging', sha256: '' })
  })

  test('the page closed in the middle of it: the item is still there, in staging, and not sendable', async () => {
    const file = phone.file({ size: 2 * mib })
    await phone.staging.begin([file], 'page')
    await phone.staging.writeRows(file.id, 0, [new ArrayBuffer(mib)])
    const reopened = new Phone(undefined, phone.name)
    expect(await reopened.item(file.id)).toMatchObject({ state: 'staging' })
  })

  test('given up during the copy, it cannot be accepted any more', async () => {
    const file = phone.file({ size: 10 })
    await phone.staging.begin([file], 'page')
    await phone.staging.writeRows(file.id, 0, [new ArrayBuffer(10)])
    await phone.store.move({ id: file.id, from: 'staging', epoch: null, change: { state: 'cancelled' } })
    await expect(phone.staging.finish(file.id, copied(10))).rejects.toThrow(ItemMoved)
    expect(await phone.rowCount()).toBe(0)
  })

  test('a lighter copy keeps the hash of the picked file beside its own', async () => {
    const file = phone.file({ size: 10 })
    const source = sha256Of(someBytes(500))
    await phone.stage(file, someBytes(10), source)
    expect(await phone.item(file.id)).toMatchObject({ sha256: sha256Of(someBytes(10)), sourceSha256: source })
  })
})

describe('many files picked at once', () => {
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

  test('writes no bytes of a file whose row was given up', async () => {
    const file = phone.file({ size: 10 })
    await phone.staging.begin([file], 'page')
    await phone.store.move({ id: file.id, from: 'staging', epoch: null, change: { state: 'cancelled' } })
    await expect(phone.copy(file, new Blob([someBytes(10)]))).rejects.toThrow(ItemMoved)
    expect(await phone.rowCount()).toBe(0)
  })
})

describe('a file that was not copied, picked again', () => {
  const lose = async (...files: StagedFile[]) => {
    await phone.staging.begin(files, 'page')
    for (const { id } of files) {
      await phone.staging.writeRows(id, 0, [new ArrayBuffer(4)])
      await phone.store.move({ id, from: 'staging', epoch: null, change: { state: 'lost_source' } })
    }
  }

  test('leaves no half copy behind while it waits', async () => {
    await lose(phone.file({ size: 10 }))
    expect(await phone.rowCount()).toBe(0)
  })

  test('continues its row instead of a second one', async () => {
    const lost = phone.file({ size: 10 })
    await lose(lost)
    const [item] = await phone.staging.begin([phone.file({ size: 10 })], 'page')
    expect(item).toMatchObject({ id: lost.id, state: 'staging', cause: null })
    expect(await phone.copy(lost, new Blob([someBytes(10)]))).toBe('queued')
    expect((await phone.store.items()).map(({ state }) => state)).toEqual(['queued'])
  })

  test('takes each row once when two lost files have the same name and size', async () => {
    const lost = [phone.file({ size: 10 }), phone.file({ size: 10 })]
    await lose(...lost)
    const items = await phone.staging.begin([phone.file({ size: 10 }), phone.file({ size: 10 })], 'page')
    expect(items.map(({ id }) => id).toSorted()).toEqual(lost.map(({ id }) => id).toSorted())
  })

  test('does not take the row of another person, event, name or size', async () => {
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
  test('while the first one lives: a duplicate, of which no byte stays', async () => {
    await phone.accept(someBytes(10))
    const again = phone.file({ size: 10 })
    expect(await phone.stage(again, someBytes(10))).toBe('duplicate')
    expect(await phone.item(again.id)).toMatchObject({ state: 'cancelled' })
    expect(await phone.rowCount()).toBe(1)
  })

  test('once compressed, once not: the same picked file is recognised', async () => {
    await phone.accept(someBytes(100))
    const lighter = phone.file({ size: 10 })
    expect(await phone.stage(lighter, someBytes(10), sha256Of(someBytes(100)))).toBe('duplicate')
  })

  test('by another person, or in another event: two photos', async () => {
    await phone.accept(someBytes(10))
    const others = [phone.file({ size: 10, ownerId: 2 }), phone.file({ size: 10, evenementId: 8 })]
    for (const file of others) expect(await phone.stage(file, someBytes(10))).toBe('queued')
  })

  test('after delivery: it goes to the server, which alone knows whether the first still lives', async () => {
    const first = await phone.accept(someBytes(10))
    await phone.store.move({ id: first.id, from: 'queued', epoch: null, change: { state: 'done', mediaId: 1 } })
    expect(await phone.stage(phone.file({ size: 10 }), someBytes(10))).toBe('queued')
  })

  test('after a failure: the new copy takes the place of the failed one', async () => {
    const first = await phone.accept(someBytes(10))
    await phone.store.move({ id: first.id, from: 'queued', epoch: null, change: { state: 'failed' } })
    const again = phone.file({ size: 10 })
    expect(await phone.stage(again, someBytes(10))).toBe('queued')
    expect(await phone.item(first.id)).toMatchObject({ state: 'cancelled' })
    expect(await phone.rowCount()).toBe(1)
    expect(phone.changed.at(-1)).toBe(first.id)
  })

  test('after it was given up, before the server let go: it is a new photo, and both go their way', async () => {
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

  test('picked twice at the same moment: one of them', async () => {
    const files = [phone.file({ size: 10 }), phone.file({ size: 10 })]
    const results = await Promise.all(files.map((file) => phone.stage(file, someBytes(10))))
    expect(results.toSorted()).toEqual(['duplicate', 'queued'])
  })
})

describe('a phone without room', () => {
  test('says so after a second try on a fresh connection, and keeps no half photo', async () => {
    const refusals = refuseRows('QuotaExceededError', (n) => n > 0)
    const file = phone.file({ size: 6 * mib })
    await expect(phone.stage(file, someBytes(6 * mib))).rejects.toThrow(StorageFull)
    expect(refusals()).toBeGreaterThan(1)
    expect(await phone.item(file.id)).toMatchObject({ state: 'staging', name: file.name })
    expect(await phone.rowCount()).toBe(0)
  })

  test('that takes no write at all any more still gives back the room of the half photo', async () => {
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

  test('one refusal that passes is not seen by anybody', async () => {
    const refusals = refuseRows('InvalidStateError', (_n, before) => before === 0)
    expect(await phone.stage(phone.file({ size: 10 }), someBytes(10))).toBe('queued')
    expect(refusals()).toBe(1)
  })
})

test('a file that becomes unreadable during its copy leaves no byte, and its row still names it', async () => {
  const file = phone.file({ size: 6 * mib })
  const good = new Blob([someBytes(6 * mib)])
  const stale = {
    size: good.size,
    slice: (from: number, to: number) =>
      from < 5 * mib ? good.slice(from, to) : { arrayBuffer: () => Promise.reject(new Error('gone')) },
  } as unknown as Blob
  await phone.staging.begin([file], 'page')
  await expect(phone.copy(file, stale)).rejects.toThrow(SourceUnreadable)
  expect(await phone.rowCount()).toBe(0)
  expect(await phone.item(file.id)).toMatchObject({ state: 'staging', name: file.name })
})

test('no Blob and no File ever enters IndexedDB, only buffers of 1 MiB', async () => {
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
  // The upgrade of the new database is one too.
  return () => begin.mock.calls.filter(([, mode]) => mode === 'readwrite').length
}

type Put = (this: IDBObjectStore, value: unknown, key?: IDBValidKey) => IDBRequest<IDBValidKey>

/** Makes the database refuse rows: by their number, and by how often it refused before. */
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
