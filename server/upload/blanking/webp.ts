import type { ByteSource } from './byteSource.ts'
import type { Patch } from './patch.ts'
import { blankTiff } from './tiff.ts'

const keptChunks = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP'])
const largestExif = 4 * 1024 * 1024

/** What to blank in a WebP (RFC 9649): XMP, unknown chunks, EXIF but its kept tags, all behind the RIFF. */
export async function blankWebp(source: ByteSource): Promise<Patch[]> {
  const riffEnd = Math.min(8 + (await source.at(4, 4)).readUInt32LE(0), source.size)
  const patches: Patch[] = [{ start: riffEnd, end: source.size }]
  let at = 12
  while (at + 8 <= riffEnd) {
    const head = await source.at(at, 8)
    const type = head.toString('latin1', 0, 4)
    const start = at + 8
    const end = Math.min(start + head.readUInt32LE(4), riffEnd)
    if (type === 'EXIF' && end - start <= largestExif) patches.push(...(await blankExif(source, start, end)))
    else if (!keptChunks.has(type)) patches.push({ start, end })
    at = end + ((end - start) % 2)
  }
  return patches
}

async function blankExif(source: ByteSource, start: number, end: number): Promise<Patch[]> {
  const payload = await source.at(start, end - start)
  const prefix = payload.toString('latin1', 0, 6) === 'Exif\0\0' ? 6 : 0
  return blankTiff(payload.subarray(prefix), start + prefix)
}
