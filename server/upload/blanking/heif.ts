import { type Box, boxesOf, freeBox } from './box.ts'
import type { ByteSource } from './byteSource.ts'
import { itemsOf } from './heifItems.ts'
import { blankInside } from './mp4.ts'
import { type Patch, UnblankableFile } from './patch.ts'
import { blankTiff } from './tiff.ts'

const keptOnTop = new Set(['ftyp', 'meta', 'mdat', 'moov'])
const largestMetadata = 16 * 1024 * 1024

/** What to blank in a HEIC or AVIF (ISO/IEC 23008-12): XMP items, EXIF but its kept tags, foreign boxes on top. */
export async function blankHeif(source: ByteSource): Promise<Patch[]> {
  const top = await boxesOf(source, 0, source.size)
  const patches: Patch[] = []
  for (const box of top) {
    if (!keptOnTop.has(box.type)) patches.push(...freeBox(box))
    else if (box.type === 'meta') patches.push(...(await blankItems(source, box)))
    else if (box.type === 'moov') patches.push(...(await blankInside(source, box)))
  }
  return patches
}

async function blankItems(source: ByteSource, meta: Box): Promise<Patch[]> {
  const patches: Patch[] = []
  for (const item of await itemsOf(source, meta)) {
    if (item.type !== 'Exif' && item.type !== 'mime' && item.type !== 'uri ') continue
    if (item.spans === null) throw new UnblankableFile('metadata stored in an unusual way')
    if (item.type === 'Exif' && item.spans.length === 1) patches.push(...(await blankExif(source, item.spans[0])))
    else patches.push(...item.spans)
  }
  return patches
}

/** An Exif item begins with the offset of its TIFF block, counted from behind that number. */
async function blankExif(source: ByteSource, span: Patch | undefined): Promise<Patch[]> {
  if (!span) return []
  const length = span.end - span.start
  if (length < 12 || length > largestMetadata) return [span]
  const item = Buffer.from(await source.at(span.start, length))
  const offset = 4 + item.readUInt32BE(0)
  if (offset >= length) return [span]
  return [{ start: span.start + 4, end: span.start + offset }, ...blankTiff(item.subarray(offset), span.start + offset)]
}
