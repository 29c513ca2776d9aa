import type { MediaMimeType } from '#domain/upload/uploadLimits.ts'
import { blankGif } from './gif.ts'
import { blankHeif } from './heif.ts'
import { blankJpeg } from './jpeg.ts'
import { blankMp4 } from './mp4.ts'
import type { ByteSource } from './byteSource.ts'
import { orderPatches, type Patch, UnblankableFile } from './patch.ts'
import { blankPng } from './png.ts'
import { blankWebm } from './webm.ts'
import { blankWebp } from './webp.ts'

const parsers: Record<MediaMimeType, (source: ByteSource) => Promise<Patch[]>> = {
  'image/jpeg': blankJpeg,
  'image/png': blankPng,
  'image/webp': blankWebp,
  'image/gif': blankGif,
  'image/avif': blankHeif,
  'image/heic': blankHeif,
  'video/mp4': blankMp4,
  'video/quicktime': blankMp4,
  'video/webm': blankWebm,
}

/**
 * What others get blanked in a file: location, serial numbers, maker notes, comments (product 25).
 * @returns patches in order, or null when the file is built so that nobody can vouch for it: its original then stays
 * with its author and others get re-encoded variants alone
 */
export async function blankingOf(source: ByteSource, type: MediaMimeType): Promise<Patch[] | null> {
  try {
    return orderPatches(await parsers[type](source))
  } catch (error) {
    if (error instanceof UnblankableFile || error instanceof RangeError) return null
    throw error
  }
}
