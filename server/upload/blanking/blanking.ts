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
 * Finds what to blank in a file for all people but its author: everything except what draws, plays or dates it (product
 * 25). Runs in the image process. The budget limits time and memory.
 * @returns patches in order; null when the file exceeds the budget or has an unsupported structure: only its author
 * then gets the original, others get re-encoded variants
 */
export function blankingOf(path: string, type: MediaMimeType, budget?: ParseBudget): Patch[] | null {
  const file = new ParsedFile(path, budget)
  try {
    parsers[type](file)
    return file.patches()
  } catch (error) {
    // A length or offset in the file that points outside a block causes a RangeError.
    if (error instanceof UnblankableFile || error instanceof RangeError) return null
    throw error
  } finally {
    file.close()
  }
}
