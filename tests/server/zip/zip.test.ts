import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { type ZipEntry, zipBytes, zipSize, zipTail } from '#server/zip/zip.ts'
import { readZip } from '#tests/support/zipReader.ts'

function entryOf(name: string, text: string): ZipEntry {
  const bytes = Buffer.from(text)
  const half = bytes.length >> 1
  const open = () => [bytes.subarray(0, half), bytes.subarray(half)]
  return { name, size: bytes.length, crc32: crc32(bytes), modifiedAt: '2026-06-20T12:34:56.000Z', open }
}

test('files come back whole under their names, and the length was known before', async () => {
  const texts = { 'donnees.json': '{}', 'medias/1-Fête à la plage.jpg': 'des octets', 'vide.txt': '' }
  const entries = Object.entries(texts).map(([name, text]) => entryOf(name, text))
  const archive = await buffer(zipBytes(entries))
  expect(archive.length).toBe(zipSize(entries))
  expect(Object.fromEntries(readZip(archive).map(({ name, bytes }) => [name, bytes.toString()]))).toEqual(texts)
})

test('a file that is shorter or longer than announced ends the archive with an error', async () => {
  for (const size of [3, 5]) {
    const entry = { ...entryOf('a', 'four'), size }
    await expect(buffer(zipBytes([entry]))).rejects.toThrow(/announced size/)
  }
})

test('beyond 4 GiB the directory says so where old programs and new ones look', () => {
  const far = 5 * 1024 ** 3
  const entry = entryOf('loin.jpg', 'x')
  const tail = zipTail([entry], [far], far + 100)
  const directory = 46 + 'loin.jpg'.length + 12
  expect(tail.readUInt32LE(42)).toBe(0xffff_ffff)
  expect(tail.readBigUInt64LE(directory - 8)).toBe(BigInt(far))
  expect(tail.readBigUInt64LE(directory + 48)).toBe(BigInt(far + 100))
  expect(tail.readBigUInt64LE(directory + 56 + 8)).toBe(BigInt(far + 100 + directory))
  expect(tail.readUInt32LE(directory + 56 + 20 + 16)).toBe(0xffff_ffff)
  expect(tail.length).toBe(directory + 56 + 20 + 22)
})
