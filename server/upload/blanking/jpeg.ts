import type { ByteSource } from './byteSource.ts'
import type { Patch } from './patch.ts'
import { blankTiff } from './tiff.ts'

const scanBytes = 256 * 1024

/**
 * What to blank in a JPEG (ITU T.81): metadata segments but the kept EXIF tags and the colour profile, comments, and
 * all that follows the picture (second images, motion clips, trailers with their own location).
 */
export async function blankJpeg(source: ByteSource): Promise<Patch[]> {
  const patches: Patch[] = []
  let at = 2
  for (;;) {
    const [mark, marker = 0, high = 0, low = 0] = await source.at(at, 4)
    if (mark !== 0xff) return [...patches, { start: at, end: source.size }]
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === 0xd9) return [...patches, { start: at + 2, end: source.size }]
    if (isStandalone(marker)) {
      at += 2
      continue
    }
    const end = Math.min(at + 2 + ((high << 8) | low), source.size)
    if (end < at + 4) return [...patches, { start: at, end: source.size }]
    patches.push(...(await blankSegment(source, { marker, start: at + 4, end })))
    at = marker === 0xda ? await endOfScan(source, end) : end
    if (at >= source.size) return patches
  }
}

function isStandalone(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)
}

async function blankSegment(
  source: ByteSource,
  segment: { marker: number; start: number; end: number },
): Promise<Patch[]> {
  const { marker, start, end } = segment
  const isMetadata = (marker >= 0xe1 && marker <= 0xef) || marker === 0xfe
  if (!isMetadata || marker === 0xee) return []
  const payload = await source.at(start, end - start)
  if (marker === 0xe2 && payload.toString('latin1', 0, 12) === 'ICC_PROFILE\0') return []
  if (marker === 0xe1 && payload.toString('latin1', 0, 6) === 'Exif\0\0')
    return blankTiff(payload.subarray(6), start + 6)
  return [{ start, end }]
}

/** Behind a scan's coded bytes: the next marker that is neither a stuffed byte nor a restart. */
async function endOfScan(source: ByteSource, from: number): Promise<number> {
  let at = from
  while (at < source.size) {
    const piece = await source.at(at, scanBytes)
    for (let hit = piece.indexOf(0xff); hit >= 0; hit = piece.indexOf(0xff, hit + 1)) {
      const next = piece[hit + 1]
      if (next === undefined) break
      if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at + hit
    }
    at += piece.length > 1 ? piece.length - 1 : 1
  }
  return source.size
}
