import { blankIcc } from './icc.ts'
import type { ParsedFile } from './parsedFile.ts'
import { blankTiff } from './tiff.ts'

interface Chunk {
  readonly type: string
  readonly start: number
  readonly end: number
}

const frameHeaderBytes = 16
/** Kept chunks and their maximum length; the rest is blanked. Infinity: coded pixels. */
const keptOfFile: Readonly<Record<string, number>> = {
  'VP8 ': Infinity,
  VP8L: Infinity,
  VP8X: 10,
  ALPH: Infinity,
  ANIM: 6,
}
const keptOfFrame: Readonly<Record<string, number>> = { 'VP8 ': Infinity, VP8L: Infinity, ALPH: Infinity }

/**
 * Blanks a WebP (RFC 9649): every chunk except pictures, the kept EXIF tags and the profile, and everything after
 * RIFF.
 */
export function blankWebp(file: ParsedFile): void {
  const riffEnd = Math.min(8 + file.at(4, 4).readUInt32LE(0), file.size)
  file.zero(riffEnd, file.size)
  const once = new Set<string>()
  eachChunk(file, { start: 12, end: riffEnd }, (chunk) => {
    const { type, start, end } = chunk
    const isFirst = !once.has(type)
    if (type === 'EXIF' && isFirst) blankExif(file, chunk)
    else if (type === 'ICCP' && isFirst) blankIcc(file, [chunk])
    else if (type === 'ANMF')
      eachChunk(file, { start: start + frameHeaderBytes, end }, (part) => keepUpTo(file, part, keptOfFrame[part.type]))
    else keepUpTo(file, chunk, keptOfFile[type])
    if (type === 'EXIF' || type === 'ICCP') once.add(type)
  })
}

function eachChunk(file: ParsedFile, { start, end }: Omit<Chunk, 'type'>, found: (chunk: Chunk) => void): void {
  let at = start
  while (at + 8 <= end) {
    file.step()
    const head = file.at(at, 8)
    const [type, length] = [head.toString('latin1', 0, 4), head.readUInt32LE(4)]
    const chunk = { type, start: at + 8, end: Math.min(at + 8 + length, end) }
    found(chunk)
    at = chunk.end + (length % 2)
    file.zero(chunk.end, Math.min(at, end))
  }
  file.zero(at, end)
}

function keepUpTo(file: ParsedFile, { start, end }: Chunk, length = 0): void {
  file.zero(start + length, end)
}

function blankExif(file: ParsedFile, { start, end }: Chunk): void {
  const hasPrefix = file.at(start, 6).toString('latin1') === 'Exif\0\0'
  blankTiff(file, start + (hasPrefix ? 6 : 0), end)
}
