import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PermanentFile, type ReceivedFile } from '#server/storage/partialFile.ts'
import type { Storage } from '#server/storage/storage.ts'
import { storedBytes, storeReceived, unfinishedFiles } from '#tests/support/storedFiles.ts'
import { storageDrivers } from '#tests/support/storageDrivers.ts'

const megabyte = 1024 ** 2

/** One suite for every driver of the storage port. */
describe.each(storageDrivers())('storage on %s', (_name, driverOf) => {
  const driver = driverOf()
  let storage: Storage
  beforeAll(async () => {
    await driver.start()
    storage = await driver.open()
  }, 120_000)
  afterAll(async () => {
    await storage.close()
    await driver.stop()
  })

  const fresh = (name: string): ReceivedFile => ({ name, bytes: 0, reception: null })

  /** Continues a file by some bytes, as one request does. */
  async function append(
    file: ReceivedFile,
    bytes: Uint8Array,
    { isLast = false, on = storage } = {},
  ): Promise<ReceivedFile> {
    const partial = await on.openPartial(file)
    try {
      await partial.write([bytes], file.bytes)
      return { name: file.name, ...(await partial.sync(isLast)) }
    } finally {
      await partial.close()
    }
  }

  async function kept(name: string, text: string): Promise<void> {
    await storeReceived(storage, name, Buffer.from(text))
    await storage.keep(name)
  }

  async function textOf(name: string, range?: { start: number; end: number }): Promise<string> {
    const pieces: Buffer[] = []
    for await (const piece of storage.read(name, range)) pieces.push(piece as Buffer)
    return Buffer.concat(pieces).toString()
  }

  test('keeps its identity apart from the files', async () => {
    expect(await storage.readIdentity()).toBeNull()
    for (const id of [crypto.randomUUID(), crypto.randomUUID()]) {
      await storage.writeIdentity(id)
      const other = await driver.open()
      expect(await other.readIdentity()).toBe(id)
      await other.close()
    }
    expect(await listed()).toEqual([])
    const previews: string[] = []
    for await (const name of storage.listVariants()) previews.push(name)
    expect(previews).toEqual([])
  })

  test('continues a file after each acknowledged part of it', async () => {
    let file = await append(fresh('a1'), Buffer.from('bon'))
    file = await append(file, Buffer.from('jour '))
    expect(await storage.receivedBytes(file)).toBe(8)
    file = await append(file, Buffer.from('Léa'), { isLast: true })
    await storage.complete(file)
    await storage.complete(file)
    await storage.keep('a1')
    expect(await textOf('a1')).toBe('bonjour Léa')
  })

  test('continues a file of several parts in another process', async () => {
    const bytes = bytesOf(21 * megabyte)
    const other = await driver.open()
    let file = await append(fresh('a2'), bytes.subarray(0, 9 * megabyte))
    file = await append(file, bytes.subarray(file.bytes, 9 * megabyte + 5))
    file = await append(file, bytes.subarray(file.bytes, 20 * megabyte), { on: other })
    expect(await storage.receivedBytes(file)).toBe(20 * megabyte)
    file = await append(file, bytes.subarray(file.bytes), { isLast: true })
    await other.complete(file)
    await storage.complete(file)
    await storage.keep('a2')
    expect((await storedBytes(storage, 'a2')).equals(bytes)).toBe(true)
    expect(await storage.size('a2')).toBe(bytes.length)
    await other.close()
  })

  test('completes a file whose last bytes were not known to be the last ones', async () => {
    for (const [name, length] of [
      ['a3', 1000],
      ['a4', 9 * megabyte],
    ] as const) {
      const bytes = bytesOf(length)
      const file = await append(fresh(name), bytes)
      await storage.complete(file)
      await storage.complete(file)
      await storage.keep(name)
      expect((await storedBytes(storage, name)).equals(bytes)).toBe(true)
    }
  })

  test('drops bytes that were written but not acknowledged', async () => {
    const file = await append(fresh('a5'), Buffer.from('bonjour'))
    const late = await storage.openPartial(file)
    await late.write([Buffer.from(' tout le monde')], 7)
    await late.close()
    await storage.complete(await append(file, Buffer.from(' Léa'), { isLast: true }))
    expect(await textOf('a5')).toBe('bonjour Léa')
  })

  test('drops bytes that are truncated before they are acknowledged', async () => {
    const partial = await storage.openPartial(fresh('a6'))
    const bytes = bytesOf(17 * megabyte)
    await partial.write([bytes], 0)
    await partial.truncate(9 * megabyte)
    const synced = await partial.sync(false)
    await partial.close()
    expect(synced.bytes).toBe(9 * megabyte)
    await storage.complete(await append({ name: 'a6', ...synced }, Buffer.from('fin'), { isLast: true }))
    expect(await storage.size('a6')).toBe(9 * megabyte + 3)
  })

  test('keeps the acknowledged bytes when another process takes the file over, and ignores its late bytes', async () => {
    const file = await append(fresh('a7'), Buffer.from('bonjour'))
    const late = await storage.openPartial(file)
    const taken = await storage.copyReceived(file, 'a7.autre')
    await late.write([Buffer.from(' XXXX')], 7)
    await late.sync(false)
    await late.close()
    const done = await append(taken, Buffer.from(' Léa'), { isLast: true })
    await storage.complete(done)
    if (done.name !== 'a7') await storage.remove('a7')
    expect(await textOf(done.name)).toBe('bonjour Léa')
  })

  test('ignores a whole file that the previous process stores after a request without bytes was taken over', async () => {
    const file = await append(fresh('a11'), Buffer.alloc(0))
    const late = await storage.openPartial(file)
    const taken = await storage.copyReceived(file, 'a11.autre')
    const done = await append(taken, Buffer.from('bonjour'), { isLast: true })
    await late.write([Buffer.from('BONJOUR')], 0)
    await late.sync(true)
    await late.close()
    await storage.complete(done)
    expect(await textOf(done.name)).toBe('bonjour')
  })

  test('says that acknowledged bytes are missing', async () => {
    const file = await append(fresh('a8'), Buffer.from('bonjour'))
    await storage.removeReceived('a8')
    expect(await storage.receivedBytes(file)).toBeLessThan(7)
    expect(await storage.receivedBytes(fresh('a9'))).toBe(0)
  })

  test('never opens a stored file for writing again', async () => {
    const file = await append(fresh('b1'), Buffer.from('bonjour'), { isLast: true })
    await storage.complete(file)
    await storage.keep('b1')
    await expect(storage.openPartial(file)).rejects.toThrow(PermanentFile)
    await storage.keep('b1')
    expect(await textOf('b1')).toBe('bonjour')
  })

  test('never opens a stored file for writing again when its row names an earlier part of it', async () => {
    const begun = await append(fresh('a10'), Buffer.from('bon'))
    await storage.complete(await append(begun, Buffer.from('jour'), { isLast: true }))
    await storage.keep('a10')
    await expect.poll(() => unfinishedFiles(storage)).not.toContain('a10')
    await expect(storage.openPartial(begun)).rejects.toThrow(PermanentFile)
    expect(await textOf('a10')).toBe('bonjour')
  })

  test('reads a range in pieces, with many concurrent readers and early ends', async () => {
    const bytes = bytesOf(700_000)
    await storeReceived(storage, 'b2', bytes)
    const whole = async (start: number, end: number) => {
      const pieces: Buffer[] = []
      for await (const piece of storage.pieces('b2', { start, end })) pieces.push(Buffer.from(piece))
      return Buffer.concat(pieces).equals(bytes.subarray(start, end + 1))
    }
    const leaveEarly = async () => {
      for await (const piece of storage.pieces('b2', { start: 5, end: 699_999 })) return piece.length > 0
      return false
    }
    const parts = Array.from({ length: 12 }, (_, n) => (n % 3 === 0 ? leaveEarly() : whole(n * 1000, 690_000 + n)))
    expect(await Promise.all([...parts, whole(0, 0), whole(699_999, 699_999)])).not.toContain(false)
    await expect(storage.pieces('b404', { start: 0, end: 1 })[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      code: 'ENOENT',
    })
  })

  test('gives work a local path of a complete file', async () => {
    await kept('b3', 'bonjour')
    const other = await driver.open()
    for (const one of [storage, other]) {
      const read = (path: string) => readFile(path, 'utf8')
      expect(await Promise.all([one.withLocalFile('b3', read), one.withLocalFile('b3', read)])).toEqual([
        'bonjour',
        'bonjour',
      ])
    }
    await other.close()
    await expect(storage.withLocalFile('b404', (path) => readFile(path))).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test('removes a file with its variants and what is left of its reception, idempotently', async () => {
    await kept('b4', 'bonjour')
    await storage.storeVariants('b4', ['400.webp'], ([path = '']) => put(path, 'petit'))
    await append(fresh('b5'), bytesOf(9 * megabyte))
    for (const name of ['b4', 'b5']) {
      await storage.remove(name)
      await storage.remove(name)
    }
    expect(await storage.size('b4')).toBeNull()
    expect(await storage.readVariant('b4', '400.webp')).toBeNull()
    expect((await listed()).filter(({ name }) => name === 'b4' || name === 'b5')).toEqual([])
  })

  test('removes what is left of a reception without the file', async () => {
    await kept('b6', 'bonjour')
    await storage.removeReceived('b6')
    expect(await textOf('b6')).toBe('bonjour')
  })

  test('lists complete files and those that are being received', async () => {
    await kept('c1', 'bonsoir')
    await append(fresh('c2'), Buffer.from('bonjour'))
    await append(fresh('c3'), bytesOf(9 * megabyte))
    const found = new Map((await listed()).map((file) => [file.name, file]))
    expect(found.get('c1')).toMatchObject({ isPermanent: true })
    expect(found.get('c2')).toMatchObject({ isPermanent: false })
    expect(found.get('c3')).toMatchObject({ isPermanent: false })
    const [first = 0, last = 0] = ['c1', 'c3'].map((name) => found.get(name)?.changedAt.getTime())
    expect(first).toBeGreaterThan(Date.parse('2026-01-01'))
    expect(last).toBeGreaterThanOrEqual(first)
  })

  test('quarantines a file in one form only', async () => {
    await kept('c4', 'bonjour')
    await append(fresh('c5'), Buffer.from('bonsoir'))
    await storage.setAside({ name: 'c4', isPermanent: false })
    expect(await storage.size('c4')).toBe(7)
    await storage.setAside({ name: 'c4', isPermanent: true })
    await storage.setAside({ name: 'c4', isPermanent: true })
    await storage.setAside({ name: 'c5', isPermanent: false })
    expect((await listed()).filter(({ name }) => name === 'c4' || name === 'c5')).toEqual([])
  })

  test('stores, lists and removes variants by their file', async () => {
    await kept('d1', 'bonjour')
    expect(await storage.variantSize('d1', '400.webp')).toBeNull()
    await storage.storeVariants('d1', ['1600.webp', '400.webp'], async ([large = '', small = '']) => {
      await put(large, 'grand')
      await put(small, 'petit')
    })
    expect(await storage.variantSize('d1', '400.webp')).toBe(5)
    expect(String(await storage.readVariant('d1', '400.webp'))).toBe('petit')
    expect(await storage.withLocalVariant('d1', '1600.webp', (path) => readFile(path, 'utf8'))).toBe('grand')
    expect(await storage.withLocalVariant('d1', '800.webp', (path) => readFile(path))).toBeNull()
    const names: string[] = []
    for await (const name of storage.listVariants()) names.push(name)
    expect(names.filter((name) => name === 'd1')).toEqual(['d1'])
    await storage.removeVariants('d1')
    expect(await storage.variantSize('d1', '1600.webp')).toBeNull()
    expect(await textOf('d1')).toBe('bonjour')
  })

  test('streams a variant of many megabytes, or a part of it', async () => {
    await kept('d3', 'bonjour')
    const film = randomBytes(17 * 1024 * 1024)
    await storage.storeVariants('d3', ['film.mp4'], ([path = '']) => writeFile(path, film))
    expect(await storage.variantSize('d3', 'film.mp4')).toBe(film.length)
    const whole = await buffer(storage.streamVariant('d3', 'film.mp4'))
    expect(whole.equals(film)).toBe(true)
    const part = await buffer(storage.streamVariant('d3', 'film.mp4', { start: 9_000_000, end: 9_000_099 }))
    expect(part).toEqual(film.subarray(9_000_000, 9_000_100))
    const local = await storage.withLocalVariant('d3', 'film.mp4', (path) => readFile(path))
    expect(local?.equals(film)).toBe(true)
    await storage.removeVariants('d3')
    expect(await storage.variantSize('d3', 'film.mp4')).toBeNull()
  })

  test('stores no variant when writing them fails', async () => {
    const failing = storage.storeVariants('d2', ['400.webp', '1600.webp'], async ([first = '']) => {
      await put(first, 'petit')
      throw new Error('no space')
    })
    await expect(failing).rejects.toThrow('no space')
    expect(await storage.variantSize('d2', '400.webp')).toBeNull()
  })

  test('rejects a name that would leave the folder', async () => {
    await expect(storage.openPartial(fresh('../secrets.json'))).rejects.toThrow('illegal')
    await expect(storage.readVariant('d1', '../../secrets.json')).rejects.toThrow('illegal')
  })

  test('passes its check when it is writable', async () => {
    await expect(storage.check()).resolves.toBeUndefined()
  })

  async function listed() {
    const files = []
    for await (const file of storage.list()) files.push(file)
    return files
  }
})

function bytesOf(length: number): Buffer {
  const bytes = Buffer.alloc(length)
  for (let at = 0; at < length; at += 1) bytes[at] = (at * 31 + (at >> 16)) % 251
  return bytes
}

async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}
