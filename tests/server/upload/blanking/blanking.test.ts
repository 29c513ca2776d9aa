import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { load as readExif } from 'exifreader'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mediaTypeOf } from '#domain/upload/magicBytes.ts'
import { blankingOf } from '#server/upload/blanking/blanking.ts'
import { applyPatches, crcOfPatched, orderPatches } from '#server/upload/blanking/patch.ts'
import { unePhoto, unePhotoLocalisee, sha256Of } from '#tests/support/photos.ts'
import { box, container, fullBox, u32 } from '#tests/support/boxes.ts'

const secret = 'SECRET-48.8566-2.3522'
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eclats-blank-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The file as others get it, or null when only its author gets it. */
async function blanked(bytes: Buffer): Promise<Buffer | null> {
  const path = join(folder, sha256Of(bytes))
  await writeFile(path, bytes)
  const type = mediaTypeOf(bytes.subarray(0, 64))
  if (!type) throw new Error('not a media')
  const patches = blankingOf(path, type)
  return patches && applyPatches(Buffer.from(bytes), 0, patches)
}

function withMetadata(image: Sharp): Sharp {
  return image.withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${secret}</x:xmpmeta>`).withExif({
    IFD0: { Make: secret, Copyright: secret },
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 51/1 24/1' },
  })
}

const still = async () => sharp(await unePhoto())
const pixels = (bytes: Buffer) => sharp(bytes).raw().toBuffer()

test.for([
  [
    'JPEG',
    async () =>
      withMetadata(await still())
        .jpeg()
        .toBuffer(),
  ],
  [
    'PNG',
    async () =>
      withMetadata(await still())
        .png()
        .toBuffer(),
  ],
  [
    'WebP',
    async () =>
      withMetadata(await still())
        .webp()
        .toBuffer(),
  ],
  [
    'AVIF',
    async () =>
      withMetadata(await still())
        .avif({ effort: 0 })
        .toBuffer(),
  ],
] as const)('keeps picture and length of a %s and removes place and owner', async ([, make]) => {
  const bytes = await make()
  expect(bytes.includes(secret)).toBe(true)
  const served = await blanked(bytes)
  expect(served?.length).toBe(bytes.length)
  expect(served?.includes(secret)).toBe(false)
  expect(Object.keys(readExif(served ?? Buffer.alloc(0))).filter((tag) => tag.startsWith('GPS'))).toEqual([])
  expect(sha256Of(await pixels(served ?? Buffer.alloc(0)))).toBe(sha256Of(await pixels(bytes)))
})

test('removes the video or second picture in the trailer of a JPEG', async () => {
  const bytes = Buffer.concat([await unePhoto(), Buffer.from(secret), await unePhotoLocalisee()])
  const served = await blanked(bytes)
  expect(served?.includes(secret)).toBe(false)
  expect(served?.includes('SERIE-4711')).toBe(false)
})

test('removes the comments of a GIF', async () => {
  const gif = await sharp(await unePhoto({ largeur: 16, hauteur: 16 }))
    .gif()
    .toBuffer()
  const comment = Buffer.concat([Buffer.from([0x21, 0xfe, secret.length]), Buffer.from(secret), Buffer.from([0])])
  const bytes = Buffer.concat([gif.subarray(0, -1), comment, Buffer.from([0x3b])])
  const served = await blanked(bytes)
  expect(served?.includes(secret)).toBe(false)
  expect(served && (await pixels(served))).toBeDefined()
})

/** A movie with locations in user data, in a metadata box, in a free box and in the samples of a sensor track. */
function unFilm(brand: string): Buffer {
  const ftyp = box('ftyp', Buffer.from(`${brand}\0\0\0\0${brand}`))
  const samples = Buffer.from(`${secret}${secret}`)
  const track = (chunkAt: number) =>
    container('trak', [
      container('mdia', [
        fullBox('hdlr', Buffer.from('\0\0\0\0meta\0\0\0\0\0\0\0\0\0\0\0\0\0')),
        container('minf', [
          container('stbl', [
            fullBox('stsc', Buffer.concat([u32(1), u32(1), u32(2), u32(1)])),
            fullBox('stsz', Buffer.concat([u32(secret.length), u32(2)])),
            fullBox('stco', Buffer.concat([u32(1), u32(chunkAt)])),
          ]),
        ]),
      ]),
    ])
  const movie = (chunkAt: number) =>
    container('moov', [
      fullBox('mvhd', Buffer.alloc(96)),
      container('udta', [box('\u00a9xyz', Buffer.from(`\0\x15\0\0${secret}`))]),
      container('meta', [box('ilst', Buffer.from(secret))]),
      track(chunkAt),
    ])
  const chunkAt = ftyp.length + movie(0).length + 8
  return Buffer.concat([
    ftyp,
    movie(chunkAt),
    box('mdat', samples),
    box('free', Buffer.from(secret)),
    box('uuid', Buffer.from(secret)),
  ])
}

test.for(['mp42', 'qt  '])('removes the location from a movie of brand %s', async (brand) => {
  const bytes = unFilm(brand)
  const served = await blanked(bytes)
  expect(served?.length).toBe(bytes.length)
  expect(served?.includes(secret)).toBe(false)
  expect(served?.includes('mvhd')).toBe(true)
})

test('serves a movie with a compressed header only to its author', async () => {
  const bytes = Buffer.concat([
    box('ftyp', Buffer.from('qt  \0\0\0\0qt  ')),
    container('moov', [box('cmov', Buffer.alloc(8))]),
  ])
  expect(await blanked(bytes)).toBeNull()
})

test('removes the tags of a WebM and keeps it playable', async () => {
  const head = Buffer.from('1a45dfa387428284', 'hex')
  const tags = Buffer.concat([Buffer.from('1254c367', 'hex'), Buffer.from([0x80 | secret.length]), Buffer.from(secret)])
  const segment = Buffer.from('1853806701ffffffffffffff', 'hex')
  const bytes = Buffer.concat([head, Buffer.from('webm'), Buffer.alloc(0), segment, tags])
  bytes[4] = 0x87
  const served = await blanked(bytes)
  expect(served?.includes(secret)).toBe(false)
  expect(served?.[bytes.length - tags.length]).toBe(0xec)
})

test('sorts overlapping changes and applies them to any range alike', async () => {
  const patches = orderPatches([
    { start: 6, end: 9 },
    { start: 2, end: 5, hex: '414243' },
    { start: 4, end: 7 },
  ])
  const bytes = Buffer.from('0123456789')
  const whole = applyPatches(Buffer.from(bytes), 0, patches)
  expect(whole.toString('latin1')).toBe('01ABC\0\0\0\x009')
  for (let at = 0; at < bytes.length; at += 1) {
    const piece = applyPatches(Buffer.from(bytes.subarray(at, at + 3)), at, patches)
    expect(piece.equals(whole.subarray(at, at + 3))).toBe(true)
  }
  async function* file() {
    yield Buffer.from(bytes.subarray(0, 4))
    yield Buffer.from(bytes.subarray(4))
  }
  async function* served() {
    yield Buffer.from(whole)
  }
  expect(await crcOfPatched(file(), patches)).toBe(await crcOfPatched(served(), []))
})
