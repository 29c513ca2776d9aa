import { createWriteStream } from 'node:fs'
import { mkdtemp, open, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { zipOf, zipTail } from '#server/zip/zip.ts'
import type { ZipEntry } from '#server/zip/zipEntry.ts'
import { isWhole } from '#tests/support/extent.ts'
import { listByPython, readLastByPython, testByPython, testByUnzip, zipPrograms } from '#tests/support/foreignZip.ts'
import { readZip } from '#tests/support/zipReader.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eclats-zip-'))
})
afterAll(() => rm(folder, { recursive: true }))

function entryOf(name: string, text: string): ZipEntry {
  const bytes = Buffer.from(text)
  const halves: ZipEntry['open'] = ({ start, end }) => {
    const middle = (start + end) >> 1
    return [bytes.subarray(start, middle), bytes.subarray(middle, end + 1)]
  }
  return {
    name,
    size: bytes.length,
    crc32: crc32(bytes),
    modifiedAt: '2026-06-20T12:34:56.000Z',
    fuseau: 'Europe/Paris',
    open: halves,
  }
}

const texts = { 'donnees.json': '{}', 'medias/1-Fête à la plage.jpg': 'des octets', 'vide.txt': '', fin: 'z' }
const entries = Object.entries(texts).map(([name, text]) => entryOf(name, text))

test('stores files completely under their names with the announced length', async () => {
  const archive = await buffer(zipOf(entries).read())
  expect(archive.length).toBe(zipOf(entries).size)
  expect(Object.fromEntries(readZip(archive).map(({ name, bytes }) => [name, bytes.toString()]))).toEqual(texts)
})

test('serves any range of an archive as the same bytes', async () => {
  const zip = zipOf(entries)
  const whole = await buffer(zip.read())
  for (let start = 0; start < whole.length; start += 1) {
    for (const end of [start, start + 7, start + 90, whole.length - 1].filter((at) => at < whole.length)) {
      const part = await buffer(zip.read({ start, end }))
      expect({ start, end, isSame: part.equals(whole.subarray(start, end + 1)) }).toEqual({ start, end, isSame: true })
    }
  }
})

test('opens no file outside a range, and reads only the needed part of the others', async () => {
  const opened: unknown[] = []
  const recorded = entries.map((entry) => ({
    ...entry,
    open: (part: { start: number; end: number }) => {
      opened.push([entry.name, part])
      return entry.open(part)
    },
  }))
  const first = 30 + 'donnees.json'.length + 9 + 2
  const second = first + 30 + Buffer.byteLength('medias/1-Fête à la plage.jpg') + 9
  await buffer(zipOf(recorded).read({ start: first, end: second + 3 }))
  expect(opened).toEqual([['medias/1-Fête à la plage.jpg', { start: 0, end: 3 }]])
})

/** Three files of two pieces each, and the order of their events. */
function watched(fails: string[] = []) {
  const seen: string[] = []
  const watch = (name: string): ZipEntry => {
    const entry = entryOf(name, 'deux morceaux')
    const reading: ZipEntry['open'] = async function* (part) {
      seen.push(`${name} begins`)
      try {
        if (fails.includes(name)) throw new Error(`${name} is lost`)
        yield* entry.open(part)
      } finally {
        seen.push(`${name} ends`)
      }
    }
    return { ...entry, open: reading }
  }
  return { seen, zip: zipOf(['un', 'deux', 'trois'].map(watch)) }
}

test('reads the next file while the last piece of a file is used; a disconnect ends both', async () => {
  const { seen, zip } = watched()
  const flow = zip.read()
  for (const _ of ['header', 'first piece']) await flow.next()
  expect(seen).toEqual(['un begins'])
  await flow.next()
  expect(seen).toEqual(['un begins', 'deux begins'])
  await flow.return(undefined)
  expect(seen.toSorted()).toEqual(['deux begins', 'deux ends', 'un begins', 'un ends'])
})

test('ends the archive at a file that cannot be opened, after every byte before it', async () => {
  const { seen, zip } = watched(['deux'])
  let bytes = 0
  const drain = async () => {
    for await (const piece of zip.read()) {
      bytes += piece.length
      // A slow reader: the failure happens before it is awaited.
      await setImmediate()
    }
  }
  await expect(drain()).rejects.toThrow('deux is lost')
  const header = (name: string) => 30 + name.length + 9
  expect(bytes).toBe(header('un') + 'deux morceaux'.length + header('deux'))
  expect(seen).toEqual(['un begins', 'deux begins', 'deux ends', 'un ends'])
})

test('hashes two archives equally only when they have the same bytes', () => {
  const [first = entryOf('', '')] = entries
  expect(zipOf([...entries]).hash).toBe(zipOf(entries).hash)
  const others = [
    { ...first, name: 'donnees.JSON' },
    { ...first, crc32: 1 },
    { ...first, modifiedAt: '2026-06-20T12:34:58.000Z' },
  ]
  const hashes = others.map((other) => zipOf([other, ...entries.slice(1)]).hash)
  expect(new Set([...hashes, zipOf(entries).hash, zipOf(entries.toReversed()).hash]).size).toBe(5)
})

test('ends the archive with an error at a file that is shorter or longer than announced', async () => {
  for (const size of [3, 5]) {
    const entry = { ...entryOf('a', 'four'), size, open: () => [Buffer.from('four')] }
    await expect(buffer(zipOf([entry]).read())).rejects.toThrow(/announced size/)
  }
})

test('is read by unzip and python with its names and times', async ({ skip }) => {
  skip(!zipPrograms.unzip || !zipPrograms.python, 'unzip or python3 is missing: neither belongs to what setup installs')
  const path = join(folder, 'album.zip')
  await pipeline(zipOf(entries).read(), createWriteStream(path))
  testByUnzip(path)
  testByPython(path)
  const [, fete] = listByPython(path)
  // In June Paris is at UTC+2.
  expect(fete).toEqual({ name: 'medias/1-Fête à la plage.jpg', size: 10, instant: [2026, 6, 20, 14, 34, 56] })
})

test('writes ZIP64 fields beyond 4 GiB for old and new programs', () => {
  const far = 5 * 1024 ** 3
  const entry = entryOf('loin.jpg', 'x')
  const tail = zipTail([entry], [far], far + 100)
  const directory = 46 + 'loin.jpg'.length + 9 + 12
  expect(tail.readUInt32LE(42)).toBe(0xffff_ffff)
  expect(tail.readBigUInt64LE(directory - 8)).toBe(BigInt(far))
  expect(tail.readBigUInt64LE(directory + 48)).toBe(BigInt(far + 100))
  expect(tail.readBigUInt64LE(directory + 56 + 8)).toBe(BigInt(far + 100 + directory))
  expect(tail.readUInt32LE(directory + 56 + 20 + 16)).toBe(0xffff_ffff)
  expect(tail.length).toBe(directory + 56 + 20 + 22)
})

test('lists all files in another program beyond 65 535 files', async ({ skip }) => {
  skip(!zipPrograms.python, 'python3 is missing: it does not belong to what setup installs')
  const many = Array.from({ length: 65_600 }, (_, n) => entryOf(`${n}.txt`, ''))
  const path = join(folder, 'nombreux.zip')
  await pipeline(zipOf(many).read(), createWriteStream(path))
  expect(listByPython(path)).toHaveLength(65_600)
})

test('reads the last file of an archive of 5 GiB', async ({ skip }) => {
  skip(!zipPrograms.unzip || !zipPrograms.python, 'unzip or python3 is missing: neither belongs to what setup installs')
  const zeros = Buffer.alloc(1024 ** 2)
  const film = { size: 1024 ** 3, crc32: Array.from({ length: 1024 }).reduce<number>((crc) => crc32(zeros, crc), 0) }
  const films = Array.from({ length: 5 }, (_, n) => ({
    ...entryOf(`film-${n}.mov`, ''),
    ...film,
    open: () => Array.from({ length: 1024 }, () => zeros),
  }))
  const zip = zipOf([...films, entryOf('Dernière.jpg', 'la dernière')])
  const path = join(folder, 'grand.zip')
  const file = await open(path, 'w')
  let at = 0
  for await (const piece of zip.read()) {
    // A sparse file: unwritten bytes are zero and take no disk space.
    if (piece !== zeros) await file.write(piece, 0, piece.length, at)
    at += piece.length
  }
  await file.close()
  expect({ at, size: (await stat(path)).size }).toEqual({ at: zip.size, size: zip.size })
  expect(listByPython(path).map(({ size }) => size)).toEqual([...films.map(() => film.size), 12])
  expect(readLastByPython(path)).toBe('la dernière')
  // Two programs read every byte of it: 35 s.
  if (!isWhole) return
  testByUnzip(path)
  testByPython(path)
})
