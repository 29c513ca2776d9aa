import { type Box, childOf, childrenOf, freeBox } from './box.ts'
import { type Movie, walkBoxes } from './boxWalk.ts'
import type { ParsedFile } from './parsedFile.ts'
import { UnblankableFile } from './patch.ts'

const headerFlags = { base: 1, description: 2, duration: 8, size: 0x10, isBaseMoof: 0x2_0000 }
const runFlags = { offset: 1, firstFlags: 4, size: 0x200, perSample: [0x100, 0x200, 0x400, 0x800] }

/**
 * Keeps the tracks of a movie fragment that the movie keeps; removes the others with their samples (ISO/IEC 14496-12,
 * 8.8: tfhd and trun).
 * @throws UnblankableFile when the movie does not describe the track before the fragment
 */
export function blankFragment(movie: Movie, fragment: Box): void {
  const { file } = movie
  walkBoxes(movie, 'moof', fragment)
  let behind = fragment.at
  for (const part of childrenOf(file, fragment, 'traf')) {
    const header = headerOf(file, part)
    const isKept = movie.tracks.get(header.trackId)
    if (isKept === undefined) throw new UnblankableFile('a fragment before its track')
    const spans = isKept ? movie.kept : movie.removed
    const base = header.base ?? (header.isBaseMoof ? fragment.at : behind)
    behind = base
    for (const box of childrenOf(file, part, 'trun')) {
      const run = runOf(file, box, header.sampleBytes ?? movie.sampleBytes.get(header.trackId) ?? 0)
      const start = run.offset === null ? behind : base + run.offset
      behind = start + run.length
      spans.add(Math.max(0, Math.min(start, file.size)), Math.max(0, Math.min(behind, file.size)))
    }
    if (!isKept) freeBox(file, part)
  }
}

interface FragmentHeader {
  readonly trackId: number
  /** Base of the data offsets; null when the box gives none. */
  readonly base: number | null
  readonly isBaseMoof: boolean
  readonly sampleBytes: number | null
}

function headerOf(file: ParsedFile, part: Box): FragmentHeader {
  const box = childOf(file, part, 'tfhd')
  if (!box) throw new UnblankableFile('a fragment without a header')
  const bytes = file.at(box.start, Math.min(40, box.end - box.start))
  const flags = bytes.readUInt32BE(0) & 0xff_ffff
  let at = 8
  const base = flags & headerFlags.base ? Number(bytes.readBigUInt64BE(at)) : null
  if (base !== null) at += 8
  if (flags & headerFlags.description) at += 4
  if (flags & headerFlags.duration) at += 4
  const sampleBytes = flags & headerFlags.size ? bytes.readUInt32BE(at) : null
  return { trackId: bytes.readUInt32BE(4), base, isBaseMoof: (flags & headerFlags.isBaseMoof) !== 0, sampleBytes }
}

/** The offset of a run of samples from the base, and its length in bytes. */
function runOf(file: ParsedFile, box: Box, sampleBytes: number): { offset: number | null; length: number } {
  const bytes = file.copy(box.start, box.end)
  const flags = bytes.readUInt32BE(0) & 0xff_ffff
  const count = bytes.readUInt32BE(4)
  let at = 8
  const offset = flags & runFlags.offset ? bytes.readInt32BE(at) : null
  if (offset !== null) at += 4
  if (flags & runFlags.firstFlags) at += 4
  if (!(flags & runFlags.size)) return { offset, length: count * sampleBytes }
  const width = 4 * runFlags.perSample.filter((flag) => flags & flag).length
  if (flags & 0x100) at += 4
  file.step(count)
  let length = 0
  for (let n = 0; n < count; n += 1) length += bytes.readUInt32BE(at + n * width)
  return { offset, length }
}
