import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mediaTypeOf } from '#domain/upload/magicBytes.ts'
import { blankingOf } from '#server/upload/blanking/blanking.ts'
import { applyPatches } from '#server/upload/blanking/patch.ts'
import { markedFiles } from '#tests/support/metadata/markedFiles.ts'
import { secret } from '#tests/support/metadata/secret.ts'
import { sha256Of } from '#tests/support/photos.ts'

const files = await markedFiles()
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eclats-marked-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A colour profile in a PNG is compressed, which would hide the secret. */
function readable(bytes: Buffer): Buffer {
  const at = bytes.indexOf('iCCP')
  if (at < 0) return bytes
  const stream = bytes.subarray(bytes.indexOf(0, at + 4) + 2, at + 4 + bytes.readUInt32BE(at - 4))
  return Buffer.concat([bytes, inflateSync(stream)])
}

test('has at least 198 files, each with the secret in it', () => {
  expect(files.length).toBeGreaterThanOrEqual(198)
  expect(new Set(files.map(({ title }) => title)).size).toBe(files.length)
  expect(files.filter(({ bytes }) => !readable(bytes).includes(secret)).map(({ title }) => title)).toEqual([])
})

test.each(files)('leaves no trace of the secret in $title', async ({ title, bytes, isKeptFromOthers = false }) => {
  const path = join(folder, title.replaceAll(/\W/g, '-'))
  await writeFile(path, bytes)
  const type = mediaTypeOf(bytes.subarray(0, 64))
  if (!type) throw new Error('not a media')
  const patches = blankingOf(path, type)
  expect(patches === null).toBe(isKeptFromOthers)
  if (!patches) return
  const served = applyPatches(Buffer.from(bytes), 0, patches)
  expect(readable(served).includes(secret)).toBe(false)
  expect(await pixels(served)).toEqual(await pixels(bytes))
})

/** Null for videos, and for a file that is not served to others because it cannot be cleaned. */
async function pixels(bytes: Buffer): Promise<string | null> {
  try {
    return sha256Of(await sharp(bytes, { failOn: 'none' }).raw().toBuffer())
  } catch {
    return null
  }
}
