import type { MediaMimeType } from '#domain/upload/uploadLimits.ts'
import { blankGif } from './gif.ts'
import { blankIsoMedia } from './isoMedia.ts'
import { blankJpeg } from './jpeg.ts'
import type { ParseBudget } from './parseBudget.ts'
import { ParsedFile } from './parsedFile.ts'
import { type Patch, UnblankableFile } from './patch.ts'
import { blankPng } from './png.ts'
import { blankWebm } from './webm.ts'
import { blankWebp } from './webp.ts'

const parsers: Record<MediaMimeType, (file: ParsedFile) => void> = {
  'image/jpeg': blankJpeg,
  'image/png': blankPng,
  'image/webp': blankWebp,
  'image/gif': blankGif,
  'image/avif': blankIsoMedia,
  'image/heic': blankIsoMedia,
  'video/mp4': blankIsoMedia,
  'video/quicktime': blankIsoMedia,
  'video/webm': blankWebm,
}

/**
 * What others get blanked in a file: everything but what draws, plays or dates it (product 25). Runs in the image
 * process: a file may make it slow, never large.
 * @returns patches in order, or null when the file cannot be parsed within its budget or is built in a way that is not
 * understood: its original then stays with its author and others get re-encoded variants alone
 */
export function blankingOf(path: string, type: MediaMimeType, budget?: ParseBudget): Patch[] | null {
  const file = new ParsedFile(path, budget)
  try {
    parsers[type](file)
    return file.patches()
  } catch (error) {
    // A RangeError is a number that points behind the end of a block.
    if (error instanceof UnblankableFile || error instanceof RangeError) return null
    throw error
  } finally {
    file.close()
  }
}
