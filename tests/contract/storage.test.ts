import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDiskStorage } from '#server/storage/diskStorage.ts'
import type { Storage } from '#server/storage/storage.ts'

interface Driver {
  open(): Promise<Storage>
  close(): Promise<void>
}

let folder = ''
const disk: Driver = {
  async open() {
    folder = await mkdtemp(join(tmpdir(), 'eclats-storage-'))
    return openDiskStorage(folder)
  },
  close: () => rm(folder, { recursive: true, force: true }),
}

/** One suite for every driver of the storage port. */
describe.each([['disk', disk]] as const)('storage on %s', (_name, driver) => {
  let storage: Storage
  beforeAll(async () => {
    storage = await driver.open()
  })
  afterAll(() => driver.close())

  async function received(name: string, text: string): Promise<void> {
    const file = await storage.openPartial(name)
    await file.write([Buffer.from(text)], 0)
    await file.sync()
    await file.close()
  }

  async function textOf(name: string, range?: { start: number; end: number }): Promise<string> {
    const pieces: Buffer[] = []
    for await (const piece of storage.read(name, range)) pieces.push(piece as Buffer)
    return Buffer.concat(pieces).toString()
  }

  test('writes a file being received at positions and reads it back', async () => {
    const file = await storage.openPartial('a1')
    await file.write([Buffer.from('bon'), Buffer.from('jour')], 0)
    await file.write([Buffer.from('soir')], 3)
    await file.close()
    expect(await textOf('a1')).toBe('bonsoir')
    expect((await storage.readAt('a1', 3, 100)).toString()).toBe('soir')
  })

  test('truncates bytes beyond an acknowledged position', async () => {
    await received('a2', 'bonjour tout le monde')
    const file = await storage.openPartial('a2')
    await file.truncate(7)
    await file.close()
    expect(await storage.size('a2')).toBe(7)
  })

  test('opens a file being received while another process removes it', async () => {
    for (let round = 0; round < 500; round += 1) {
      await received('a3', 'bonjour')
      const removal = storage.remove('a3')
      // The moment varies: between the existence check and the opening is the worst.
      for (let turn = 0; turn < round % 4; turn += 1) await new Promise((resolve) => setImmediate(resolve))
      await expect(storage.openPartial('a3').then((file) => file.close())).resolves.toBeUndefined()
      await removal
    }
  })

  test('keeps a file under the same name, idempotently', async () => {
    await received('a3', 'bonjour')
    await storage.keep('a3')
    await storage.keep('a3')
    expect(await textOf('a3', { start: 3, end: 5 })).toBe('jou')
  })

  test('reads a range in pieces, with many concurrent readers and early ends', async () => {
    const bytes = Buffer.from(Array.from({ length: 700_000 }, (_, n) => (n * 31) % 251))
    const file = await storage.openPartial('a10')
    await file.write([bytes], 0)
    await file.close()
    const whole = async (start: number, end: number) => {
      const pieces: Buffer[] = []
      for await (const piece of storage.pieces('a10', { start, end })) pieces.push(Buffer.from(piece))
      return Buffer.concat(pieces).equals(bytes.subarray(start, end + 1))
    }
    const leaveEarly = async () => {
      for await (const piece of storage.pieces('a10', { start: 5, end: 699_999 })) return piece.length > 0
      return false
    }
    const parts = Array.from({ length: 12 }, (_, n) => (n % 3 === 0 ? leaveEarly() : whole(n * 1000, 690_000 + n)))
    expect(await Promise.all([...parts, whole(0, 0), whole(699_999, 699_999)])).not.toContain(false)
    await expect(storage.pieces('a404', { start: 0, end: 1 })[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      code: 'ENOENT',
    })
  })

  test('fails to keep a file that was never received', async () => {
    await expect(storage.keep('a4')).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test('never opens a stored file for writing again', async () => {
    await received('a3b', 'bonjour')
    await storage.keep('a3b')
    await expect(storage.openPartial('a3b')).rejects.toMatchObject({ code: 'EEXIST' })
    await storage.keep('a3b')
    expect(await textOf('a3b')).toBe('bonjour')
  })

  test('removes a file in both forms, idempotently', async () => {
    await received('a5', 'bonjour')
    await storage.keep('a5')
    await storage.remove('a5')
    await storage.remove('a5')
    expect(await storage.size('a5')).toBeNull()
  })

  test('lists all files with their age', async () => {
    await received('a6', 'bonjour')
    await received('a7', 'bonsoir')
    await storage.keep('a7')
    const old = new Date('2026-01-01T00:00:00.000Z')
    await utimes(await storage.localPath('a7'), old, old)
    const listed = new Map<string, Date>()
    for await (const { name, changedAt } of storage.list()) listed.set(name, changedAt)
    expect(listed.has('a6')).toBe(true)
    expect(listed.get('a7')).toEqual(old)
  })

  test('quarantines a file in one form only', async () => {
    await received('a8', 'bonjour')
    await storage.keep('a8')
    await received('a9', 'bonsoir')
    await storage.setAside({ name: 'a8', isPermanent: false })
    expect(await storage.size('a8')).toBe(7)
    await storage.setAside({ name: 'a8', isPermanent: true })
    await storage.setAside({ name: 'a8', isPermanent: true })
    await storage.setAside({ name: 'a9', isPermanent: false })
    expect(await Promise.all([storage.size('a8'), storage.size('a9')])).toEqual([null, null])
  })

  test('lists and removes variants by their file', async () => {
    await received('b1', 'bonjour')
    await storage.keep('b1')
    const path = storage.variantPath('b1', '400.webp')
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, 'x')
    const names = async () => {
      const listed: string[] = []
      for await (const name of storage.listVariants()) listed.push(name)
      return listed
    }
    expect(await names()).toEqual(['b1'])
    await storage.removeVariants('b1')
    expect(await names()).toEqual([])
    expect(await textOf('b1')).toBe('bonjour')
  })

  test('does not list foreign files', async () => {
    const names = ['recus/.verification', 'recus/copie de a6', 'medias/.DS_Store']
    await Promise.all(names.map((name) => writeFile(join(folder, name), 'x')))
    const listed: string[] = []
    for await (const { name } of storage.list()) listed.push(name)
    expect(listed).toEqual(expect.arrayContaining(['a6', 'a7']))
    expect(listed.filter((name) => name.includes(' ') || name.startsWith('.'))).toEqual([])
  })

  test('rejects a name that would leave the folder', async () => {
    await expect(storage.openPartial('../secrets.json')).rejects.toThrow('illegal')
  })

  test('passes its check when it is writable', async () => {
    await expect(storage.check()).resolves.toBeUndefined()
  })
})
