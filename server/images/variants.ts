import { writeFile } from 'node:fs/promises'
import sharp, { type SharpOptions } from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import { imageMaxPixels, type MediaMimeType } from '#domain/upload/uploadLimits.ts'
import { blankingOf } from '../upload/blanking/blanking.ts'
import { decodeHeic } from './heic.ts'
import type { ImageTask, Inspection, Probe, Variants, VariantTarget } from './imageTask.ts'
import { probeVideo } from '../video/videoFacts.ts'
import { videoFrame } from '../video/videoFrame.ts'

// By default sharp also reads SVG, PDF and 256-megapixel files: allow only the accepted formats.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].flatMap((format) => [
    `VipsForeignLoad${format}File`,
    `VipsForeignLoad${format}Buffer`,
  ]),
})
sharp.cache(false)
sharp.concurrency(1)

type Sharp = ReturnType<typeof sharp>

const unknown: Probe = { largeur: null, hauteur: null }

/** Inspects a file without decoding it. Rejects only with system errors. */
export async function inspect({ path, type }: ImageTask): Promise<Inspection> {
  const patches = blankingOf(path, type)
  return { ...(await probe(path, type)), patches }
}

/** Dimensions from the header, after rotation; null when it cannot be read. */
async function probe(path: string, type: MediaMimeType): Promise<Probe> {
  if (type.startsWith('video/')) return unknown
  try {
    const { width, height, autoOrient } = await sharp(path, {
      ...readingOptions(type),
      limitInputPixels: false,
    }).metadata()
    return { largeur: autoOrient.width ?? width, hauteur: autoOrient.height ?? height }
  } catch {
    return unknown
  }
}

/** Makes the variants of a media from one decoded image, largest first. */
export async function makeVariants(task: ImageTask & { kind: 'variants' }): Promise<Variants> {
  const source = await open(task.path, task.type)
  const targets = task.targets.toSorted((a, b) => b.side - a.side)
  const largest = targets[0]?.side ?? 400
  const { data, info } = await source.image
    .resize(largest, largest, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const pixels = () => sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
  for (const target of targets) await writeVariant(pixels(), target)
  return {
    largeur: source.largeur,
    hauteur: source.hauteur,
    thumbhash: await thumbhashOf(pixels()),
    dureeMs: source.dureeMs,
  }
}

interface Source extends Probe {
  readonly image: Sharp
  readonly dureeMs: number | null
}

async function open(path: string, type: MediaMimeType): Promise<Source> {
  if (type === 'image/heic') return openHeic(path)
  const facts = type.startsWith('video/') ? await probeVideo(path, type) : null
  const image = sharp(facts ? await videoFrame(path, { type, facts }) : path, readingOptions(type)).autoOrient()
  const { autoOrient } = await image.metadata()
  const dureeMs = facts && facts.durationMs > 0 ? facts.durationMs : null
  return { image, largeur: autoOrient.width, hauteur: autoOrient.height, dureeMs }
}

async function openHeic(path: string): Promise<Source> {
  const { data, width, height } = await decodeHeic(path)
  const image = sharp(data, { raw: { width, height, channels: 4 } })
  return { image, largeur: width, hauteur: height, dureeMs: null }
}

/** Writes the file and flushes it: it is not empty after a power cut. */
async function writeVariant(image: Sharp, { side, path }: VariantTarget): Promise<void> {
  const bytes = await image
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80, effort: 1 })
    .toBuffer()
  await writeFile(path, bytes, { flush: true })
}

async function thumbhashOf(image: Sharp): Promise<string> {
  const { data, info } = await image
    .resize(100, 100, { fit: 'inside' })
    .ensureAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64')
}

/** Options for reading untrusted files: limit the pixels and reject damaged files. */
function readingOptions(type: MediaMimeType): SharpOptions {
  return {
    limitInputPixels: type === 'image/jpeg' ? imageMaxPixels.jpeg : imageMaxPixels.other,
    failOn: 'warning',
    sequentialRead: true,
  }
}
