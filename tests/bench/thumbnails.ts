import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import { startImageService } from '#server/images/imageService.ts'
import { median, type Row } from './row.ts'

const rounds = 5
const sides = [400, 1600]

/** Variants of a photo after its deposit: two sizes, each from its own decode, and a blurred preview. */
export const thumbnails: Row = {
  what: 'thumbnails (400, 1600 and thumbhash) of a photo of 12 megapixels',
  against: 'sharp asked for each from the file',
  goal: '<= 0.3x',
  async measure() {
    const folder = await mkdtemp(join(tmpdir(), 'eclats-apercus-'))
    const images = startImageService()
    try {
      const photo = join(folder, 'photo.jpg')
      await writeFile(photo, await photoOf12Megapixels())
      const ours = async () => {
        for (const side of sides) {
          const path = join(folder, `${side}.webp`)
          const targets = [{ side, path, partial: `${path}.part` }]
          await images.makeVariants({ path: photo, type: 'image/jpeg', targets })
        }
      }
      const times = { ours: [] as number[], naive: [] as number[] }
      for (let round = -1; round < rounds; round += 1) {
        const [mine, other] = [await millisecondsOf(ours), await millisecondsOf(() => ladder(photo, folder))]
        if (round < 0) continue
        times.ours.push(mine)
        times.naive.push(other)
      }
      const ratio = median(times.ours.map((time, round) => time / (times.naive[round] ?? Number.NaN)))
      const detail = `milliseconds: ${times.ours.map(Math.round).join(' ')} against ${times.naive.map(Math.round).join(' ')}`
      return { figure: `${ratio.toFixed(2)}x`, detail, isMet: ratio <= 0.3 }
    } finally {
      await images.close()
      await rm(folder, { recursive: true })
    }
  },
}

/** As in sharp's documentation, once for each size, with its defaults. */
async function ladder(photo: string, folder: string): Promise<void> {
  for (const side of sides) {
    const image = sharp(photo).rotate().resize(side, side, { fit: 'inside', withoutEnlargement: true })
    await image.webp().toFile(join(folder, `naive-${side}.webp`))
  }
  const { data, info } = await sharp(await readFile(photo))
    .rotate()
    .resize(100, 100, { fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  rgbaToThumbHash(info.width, info.height, data)
}

/** Soft shapes and some grain, like a photo. */
export async function photoOf12Megapixels(): Promise<Buffer> {
  const [width, height] = [4000, 3000]
  const noise = { type: 'gaussian', mean: 128, sigma: 12 } as const
  const grain = await sharp({ create: { width, height, channels: 3, background: 'gray', noise } })
    .png({ compressionLevel: 1 })
    .toBuffer()
  return sharp({ create: { width: 16, height: 12, channels: 3, background: 'gray', noise: { ...noise, sigma: 60 } } })
    .resize(width, height, { kernel: 'cubic' })
    .composite([{ input: grain, blend: 'soft-light' }])
    .jpeg({ quality: 90 })
    .toBuffer()
}

async function millisecondsOf(work: () => Promise<void>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}
