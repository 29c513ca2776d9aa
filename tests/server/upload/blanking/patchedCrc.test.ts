import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { applyPatches, orderPatches, type Patch } from '#server/upload/blanking/patch.ts'
import { patchedCrc } from '#server/upload/blanking/patchedCrc.ts'
import { randomFrom } from '#tests/support/random.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eclats-crc-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function crcs(bytes: Buffer, patches: readonly Patch[]): Promise<{ computed: number; expected: number }> {
  await using file = await open(join(folder, 'film'), 'w+')
  await file.write(bytes)
  return {
    computed: await patchedCrc(file, { size: bytes.length, crc32: crc32(bytes), patches }),
    expected: crc32(applyPatches(Buffer.from(bytes), 0, patches)),
  }
}

test('gives the CRC of the patched bytes for zeros and for given bytes, at both ends and in the middle', async () => {
  const bytes = Buffer.from('0123456789')
  for (const patches of [
    [],
    [{ start: 0, end: 1 }],
    [{ start: 9, end: 10 }],
    [{ start: 0, end: 10 }],
    [
      { start: 0, end: 2, hex: '4142' },
      { start: 2, end: 4 },
      { start: 8, end: 10, hex: '4344' },
    ],
  ]) {
    const { computed, expected } = await crcs(bytes, patches)
    expect(computed).toBe(expected)
  }
})

test('gives the CRC of the patched bytes for patches that are close, far apart and longer than a read', async () => {
  const random = randomFrom(4)
  const below = (limit: number) => Math.floor(random() * limit)
  for (let round = 0; round < 30; round += 1) {
    const bytes = Buffer.alloc(1 + below(900_000), 'each place of the file has its own bytes')
    const patches = Array.from({ length: below(25) }, (_, index) => {
      const start = below(bytes.length)
      const end = Math.min(bytes.length, start + 1 + below(index % 8 === 0 ? 600_000 : 300))
      return index % 3 === 0 ? { start, end, hex: Buffer.alloc(end - start, index).toString('hex') } : { start, end }
    })
    const { computed, expected } = await crcs(bytes, orderPatches(patches))
    expect(computed).toBe(expected)
  }
})

test('refuses a file that is shorter than its patches', async () => {
  await using file = await open(join(folder, 'film'), 'w+')
  await file.write(Buffer.alloc(10))
  await expect(patchedCrc(file, { size: 20, crc32: 0, patches: [{ start: 5, end: 15 }] })).rejects.toThrow('shorter')
})
