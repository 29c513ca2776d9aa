import { crc32 } from 'node:zlib'
import type { ByteSource } from './byteSource.ts'
import { applyPatches, type Patch } from './patch.ts'
import { blankTiff } from './tiff.ts'

/** Chunks that make the picture, its colours, its date and its animation; the rest is blanked. */
const keptChunks = new Set(
  'IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP sBIT pHYs bKGD tIME acTL fcTL fdAT cICP mDCV cLLI'.split(' '),
)
const largestChunk = 16 * 1024 * 1024

/** What to blank in a PNG: text, XMP, EXIF but its kept tags, unknown chunks, all behind IEND; chunk CRCs are mended. */
export async function blankPng(source: ByteSource): Promise<Patch[]> {
  const patches: Patch[] = []
  let at = 8
  while (at + 12 <= source.size) {
    const head = await source.at(at, 8)
    const length = head.readUInt32BE(0)
    const type = head.toString('latin1', 4, 8)
    const end = at + 12 + length
    if (end > source.size) break
    if (!keptChunks.has(type)) patches.push(...(await blankChunk(source, { at, length, type })))
    at = end
    if (type === 'IEND') break
  }
  const isWhole = at >= source.size
  return isWhole ? patches : [...patches, { start: at, end: source.size }]
}

async function blankChunk(
  source: ByteSource,
  { at, length, type }: { at: number; length: number; type: string },
): Promise<Patch[]> {
  const start = at + 8
  if (length > largestChunk) return [{ start, end: start + length + 4 }]
  const chunk = Buffer.from(await source.at(at + 4, length + 4))
  const patches = type === 'eXIf' ? blankTiff(chunk.subarray(4), start) : [{ start, end: start + length }]
  const crc = Buffer.alloc(4)
  crc.writeUInt32BE(crc32(applyPatches(chunk, at + 4, patches)))
  return [...patches, { start: start + length, end: start + length + 4, hex: crc.toString('hex') }]
}
