import { execFileSync } from 'node:child_process'
import { mkdtemp, open, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { VariantTarget } from '#server/images/imageTask.ts'
import { type ImageService, startImageService } from '#server/images/imageService.ts'
import { UnreadableImage } from '#server/images/imageWorker.ts'
import { unePhoto } from '#tests/support/photos.ts'

let folder: string
let images: ImageService
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eclats-images-'))
  images = startImageService()
})
afterAll(async () => {
  await images.close()
  await rm(folder, { recursive: true, force: true })
})

async function file(name: string, bytes: Buffer): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, bytes)
  return path
}

function targetOf(side: number, name: string): VariantTarget {
  return { side, path: join(folder, name) }
}

test('creates upright variants from one decode, with a preview of a few bytes', async () => {
  const turned = await sharp(await unePhoto({ largeur: 2000, hauteur: 1000 }))
    .withMetadata({ orientation: 6 })
    .toBuffer()
  const path = await file('turned', turned)
  expect(await images.inspect({ path, type: 'image/jpeg' })).toMatchObject({ largeur: 1000, hauteur: 2000 })
  const targets = [400, 1600].map((side) => targetOf(side, `${side}.webp`))
  const made = await images.makeVariants({ path, type: 'image/jpeg', targets })
  expect(made).toMatchObject({ largeur: 1000, hauteur: 2000, dureeMs: null })
  expect(Buffer.from(made.thumbhash, 'base64').length).toBeLessThan(30)
  const small = await sharp(await readFile(join(folder, '400.webp'))).metadata()
  expect([small.width, small.height, small.format]).toEqual([200, 400, 'webp'])
})

test('does not mark the picture as unreadable when the disk cannot store a variant', async () => {
  const path = await file('whole', await unePhoto())
  const target = targetOf(400, 'full.webp')
  await symlink('/dev/full', target.path)
  const failed = images.makeVariants({ path, type: 'image/jpeg', targets: [target] })
  await expect(failed).rejects.not.toBeInstanceOf(UnreadableImage)
})

test('does not mark a picture as unreadable when its file cannot be read', async () => {
  const targets = [targetOf(400, 'away.webp')]
  const away = images.makeVariants({ path: join(folder, 'away'), type: 'image/jpeg', targets })
  await expect(away).rejects.toMatchObject({ code: 'ENOENT' })
})

test('decodes a picture whose file could not be read for a moment', async () => {
  const path = join(folder, 'moment')
  execFileSync('mkfifo', [path])
  const targets = [targetOf(400, 'moment.webp')]
  const made = images.makeVariants({ path, type: 'image/png', targets })
  const handle = await open(path, 'w')
  await rename(
    await file(
      'whole.png',
      await sharp(await unePhoto())
        .png()
        .toBuffer(),
    ),
    path,
  )
  await handle.close()
  expect(await made).toMatchObject({ largeur: 320, hauteur: 240 })
})

test('writes no metadata into a variant', async () => {
  const tagged = await sharp(await unePhoto())
    .withExif({ IFD0: { Make: 'SECRET' } })
    .jpeg()
    .toBuffer()
  const target = targetOf(400, 'plain.webp')
  await images.makeVariants({ path: await file('tagged', tagged), type: 'image/jpeg', targets: [target] })
  expect((await readFile(target.path)).includes('SECRET')).toBe(false)
})

test.for([
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
  ['a text', Buffer.from('bonjour')],
  ['nothing', Buffer.alloc(0)],
] as const)('does not decode %s with the name of a JPEG', async ([name, bytes]) => {
  const path = await file(name, bytes)
  expect(await images.inspect({ path, type: 'image/jpeg' })).toMatchObject({ largeur: null, hauteur: null })
})

test('does not decode a picture with too many pixels', async () => {
  const wide = await sharp({
    create: { width: 20_000, height: 6_000, channels: 3, background: 'red' },
    limitInputPixels: false,
  })
    .png({ compressionLevel: 1 })
    .toBuffer()
  const path = await file('wide', wide)
  const targets = [targetOf(400, 'wide.webp')]
  await expect(images.makeVariants({ path, type: 'image/png', targets })).rejects.toThrow(UnreadableImage)
})

test('rejects with the system error when the file is missing, and reads the next one', async () => {
  const gone = images.inspect({ path: join(folder, 'none'), type: 'image/png' })
  await expect(gone).rejects.toMatchObject({ code: 'ENOENT' })
  const path = await file('next', await unePhoto())
  expect(await images.inspect({ path, type: 'image/jpeg' })).toEqual({ largeur: 320, hauteur: 240, patches: [] })
})
