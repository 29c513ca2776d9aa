import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Archive, ExportStore } from '#server/storage/exportStore.ts'
import { UnsafeStorage } from '#server/storage/partialFile.ts'
import type { Storage } from '#server/storage/storage.ts'
import { storageDrivers } from '#tests/support/storageDrivers.ts'
import { storedBytes, storedNames, storeReceived } from '#tests/support/storedFiles.ts'

const megabyte = 1024 ** 2

/** One suite for every driver of the port. */
describe.each(storageDrivers())('last exports on %s', (_name, driverOf) => {
  const driver = driverOf()
  let storage: Storage
  let exports: ExportStore
  /** The same place, opened by another node. */
  let other: Storage
  let elsewhere: ExportStore
  beforeAll(async () => {
    await driver.start()
    storage = await driver.open()
    exports = await storage.openExports()
    other = await driver.open()
    elsewhere = await other.openExports()
  }, 120_000)
  afterAll(async () => {
    await storage.close()
    await other.close()
    await driver.stop()
  })

  const names = async () => (await exports.list()).map(({ name }) => name)

  test('reads on another node what one node has stored', async () => {
    for (const [name, length] of [
      ['a1.zip', 100],
      ['a2.zip', 8 * megabyte],
      ['a3.zip', 21 * megabyte + 5],
    ] as const) {
      const bytes = bytesOf(length)
      await exports.write(name, archiveOf(bytes))
      expect(await elsewhere.size(name)).toBe(length)
      expect((await buffer(elsewhere.read(name))).equals(bytes)).toBe(true)
    }
  })

  test('stores pieces that are valid only until the next one is requested', async () => {
    const bytes = bytesOf(20 * megabyte)
    const piece = Buffer.alloc(megabyte - 7)
    const reading = async function* () {
      for (let at = 0; at < bytes.length; at += piece.length) {
        const length = bytes.copy(piece, 0, at, at + piece.length)
        yield piece.subarray(0, length)
        piece.fill(0)
      }
    }
    await exports.write('a4.zip', { size: bytes.length, read: reading })
    expect((await buffer(exports.read('a4.zip'))).equals(bytes)).toBe(true)
  })

  test('stores nothing and ends the reading when the archive fails in the middle', async () => {
    let isEnded = false
    const reading = async function* () {
      try {
        yield bytesOf(10 * megabyte)
        throw new Error('an original cannot be read')
      } finally {
        isEnded = true
      }
    }
    const writing = exports.write('b1.zip', { size: 20 * megabyte, read: reading })
    await expect(writing).rejects.toThrow('an original cannot be read')
    expect([isEnded, await exports.size('b1.zip')]).toEqual([true, null])
    expect(await names()).not.toContain('b1.zip')
  })

  test.each([
    ['shorter', 9 * megabyte],
    ['longer', 11 * megabyte],
  ])('stores nothing when the archive is %s than announced', async (_what, size) => {
    const archive = { ...archiveOf(bytesOf(10 * megabyte)), size }
    await expect(exports.write('b2.zip', archive)).rejects.toThrow(UnsafeStorage)
    expect(await exports.size('b2.zip')).toBeNull()
    expect(await names()).not.toContain('b2.zip')
  })

  test('lists an export and removes it idempotently', async () => {
    await exports.write('c1.zip', archiveOf(bytesOf(9 * megabyte)))
    const found = (await elsewhere.list()).find(({ name }) => name === 'c1.zip')
    expect(found?.changedAt.getTime()).toBeGreaterThan(Date.parse('2026-01-01'))
    await elsewhere.remove('c1.zip')
    await elsewhere.remove('c1.zip')
    expect(await exports.size('c1.zip')).toBeNull()
    expect(await names()).not.toContain('c1.zip')
  })

  test('lists an unfinished write and removes what is left of it', async () => {
    const begun = Promise.withResolvers<void>()
    const ending = Promise.withResolvers<void>()
    const reading = async function* () {
      yield bytesOf(9 * megabyte)
      begun.resolve()
      await ending.promise
      throw new Error('ended')
    }
    const writing = exports.write('c2.zip', { size: 20 * megabyte, read: reading })
    await begun.promise
    expect((await elsewhere.list()).map(({ name }) => name)).toContain('c2.zip')
    await elsewhere.remove('c2.zip')
    expect(await names()).not.toContain('c2.zip')
    ending.resolve()
    await expect(writing).rejects.toThrow('ended')
    expect(await names()).not.toContain('c2.zip')
  })

  test('keeps exports apart from media of the same name', async () => {
    const [media, archive] = [Buffer.from('photo'), bytesOf(9 * megabyte)]
    await storeReceived(storage, 'd1', media)
    await storage.keep('d1')
    await exports.write('d1', archiveOf(archive))
    await exports.write('d2', archiveOf(archive))
    expect(await storedNames(storage)).toEqual(['d1'])
    const withVariants: string[] = []
    for await (const name of storage.listVariants()) withVariants.push(name)
    expect(withVariants).toEqual([])
    await storage.remove('d2')
    expect(await exports.size('d2')).toBe(archive.length)
    await exports.remove('d1')
    expect(await storedBytes(storage, 'd1')).toEqual(media)
  })

  test('rejects the reading of an export that does not exist', async () => {
    await expect(buffer(exports.read('e1.zip'))).rejects.toMatchObject({ code: 'ENOENT' })
    expect(await exports.size('e1.zip')).toBeNull()
  })

  test('rejects a name that would leave the folder', async () => {
    await expect(exports.write('../e2.zip', archiveOf(bytesOf(10)))).rejects.toThrow('illegal')
    expect(() => exports.read('../e2.zip')).toThrow('illegal')
  })
})

function archiveOf(bytes: Buffer): Archive {
  return { size: bytes.length, read: () => Readable.from(cut(bytes)) }
}

function* cut(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += 300_000) yield bytes.subarray(at, at + 300_000)
}

function bytesOf(length: number): Buffer {
  const bytes = Buffer.alloc(length)
  for (let at = 0; at < length; at += 1) bytes[at] = (at * 31 + (at >> 16)) % 251
  return bytes
}
