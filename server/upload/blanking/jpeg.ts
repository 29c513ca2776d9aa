import { blankIcc } from './icc.ts'
import type { ParsedFile } from './parsedFile.ts'
import { UnblankableFile } from './patch.ts'
import { blankTiff } from './tiff.ts'

const scanBytes = 256 * 1024
const markerBytes = 4096
const iccHead = 'ICC_PROFILE\0'

interface Segment {
  readonly marker: number
  /** Offset of the payload, after the length field. */
  readonly start: number
  readonly end: number
}

/** What earlier segments held. Decoders use only the first EXIF, JFIF and Adobe segment. */
interface FoundSegments {
  readonly heads: Set<string>
  readonly icc: (Segment & { readonly part: number; readonly parts: number })[]
}

/**
 * Blanks a JPEG (ITU T.81). Kept are the segments that draw the picture, JFIF without its thumbnail, Adobe's colour
 * transform, the colour profile and the kept EXIF tags. Everything after the picture is blanked: second images, motion
 * clips, trailers with their own location.
 */
export function blankJpeg(file: ParsedFile): void {
  const found: FoundSegments = { heads: new Set(), icc: [] }
  let at = 2
  while (at < file.size) {
    file.step()
    at = blankNext(file, found, at)
  }
  blankProfile(file, found.icc)
}

/**
 * Blanks one segment. @returns the offset of the next marker; the file size after the picture or after bytes that are
 * not a marker
 */
function blankNext(file: ParsedFile, found: FoundSegments, from: number): number {
  const piece = file.at(from, markerBytes)
  let fill = 0
  while (piece[fill] === 0xff) fill += 1
  if (fill === piece.length && from + fill < file.size) return from + fill - 1
  const at = from + fill - 1
  const [, marker = 0, high = 0, low = 0] = file.at(at, 4)
  if (fill === 0 || marker === 0) return blankRest(file, from)
  if (marker === 0xd9) return blankRest(file, at + 2)
  if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) return at + 2
  const length = (high << 8) | low
  const segment = { marker, start: at + 4, end: at + 2 + length }
  if (length < 2 || segment.end > file.size) return blankRest(file, at)
  blankSegment(file, found, segment)
  return marker === 0xda ? endOfScan(file, segment.end) : segment.end
}

function blankRest(file: ParsedFile, from: number): number {
  file.zero(from, file.size)
  return file.size
}

function blankSegment(file: ParsedFile, found: FoundSegments, segment: Segment): void {
  const { marker, start, end } = segment
  if (isDrawing(marker)) {
    assertExact(file, segment)
    return
  }
  const head = file.at(start, Math.min(14, end - start)).toString('latin1')
  const isFirst = (name: string) => head.startsWith(name) && !found.heads.has(name) && Boolean(found.heads.add(name))
  if (marker === 0xe0 && isFirst('JFIF\0')) file.zero(start + 12, end)
  else if (marker === 0xe1 && isFirst('Exif\0\0')) blankTiff(file, start + 6, end)
  else if (marker === 0xe2 && head.startsWith(iccHead) && end - start > 14) {
    const [part = 0, parts = 0] = file.at(start + 12, 2)
    found.icc.push({ ...segment, start: start + 14, part, parts })
  } else if (marker === 0xee && end - start >= 12 && isFirst('Adobe')) {
    const [transform = 0] = file.at(start + 11, 1)
    const clean = Buffer.alloc(end - start)
    clean.write('Adobe\0\x64\0\0\0\0', 'latin1')
    clean[11] = Math.min(transform, 2)
    file.rewrite(start, file.copy(start, end), clean)
  } else file.zero(start, end)
}

/** Frames, tables, restart intervals and scans. Differential, reserved and extension segments do not draw. */
function isDrawing(marker: number): boolean {
  return (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc8) || (marker >= 0xda && marker <= 0xdd)
}

/** @throws UnblankableFile when the length of a segment does not match its content (T.81, annex B) */
function assertExact(file: ParsedFile, { marker, start, end }: Segment): void {
  const bytes = file.at(start, end - start)
  let length = 0
  if (marker === 0xc4) while (length < bytes.length) length += 17 + sum(bytes.subarray(length + 1, length + 17))
  else if (marker === 0xdb) while (length < bytes.length) length += (bytes[length] ?? 0) >> 4 ? 129 : 65
  else if (marker === 0xda) length = 4 + 2 * (bytes[0] ?? 0)
  else if (marker === 0xdd || marker === 0xdc) length = 2
  else if (marker === 0xcc) length = bytes.length - (bytes.length % 2)
  else length = 6 + 3 * (bytes[5] ?? 0)
  if (length !== bytes.length) throw new UnblankableFile('a segment of another length than it states')
}

function sum(bytes: Buffer): number {
  return bytes.reduce((total, byte) => total + byte, 0)
}

/** The parts of a colour profile are numbered. An incomplete profile is blanked. */
function blankProfile(file: ParsedFile, icc: FoundSegments['icc']): void {
  const ordered = icc.toSorted((a, b) => a.part - b.part)
  const isWhole = ordered.every(({ part, parts }, n) => part === n + 1 && parts === ordered.length)
  if (isWhole) blankIcc(file, ordered)
  else for (const { start, end } of icc) file.zero(start, end)
}

/** The end of a scan's coded bytes: the next marker that is neither a stuffed byte nor a restart. */
function endOfScan(file: ParsedFile, from: number): number {
  let at = from
  while (at < file.size) {
    const piece = file.at(at, scanBytes)
    for (let hit = piece.indexOf(0xff); hit >= 0; hit = piece.indexOf(0xff, hit + 1)) {
      const next = piece[hit + 1]
      if (next === undefined) break
      if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at + hit
    }
    at += piece.length > 1 ? piece.length - 1 : 1
  }
  return file.size
}
