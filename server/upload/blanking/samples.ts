import { type Box, boxesIn, childOf } from './box.ts'
import type { ParsedFile } from './parsedFile.ts'
import type { Span, Spans } from './spans.ts'

interface Track {
  readonly table: Box
  readonly isSound: boolean
}

/** Adds the byte ranges of a track's samples (ISO/IEC 14496-12, 8.7: stsc, stsz, stco or co64). */
export function addSamples(file: ParsedFile, track: Track, spans: Spans): void {
  const boxOf = (type: string) => childOf(file, track.table, type)
  const large = boxOf('co64')
  const isLarge = large !== undefined
  const chunks = rowsOf(file, large ?? boxOf('stco'), isLarge ? 8 : 4)
  const runs = rowsOf(file, boxOf('stsc'), 12)
  const bytesOf = sampleBytes(file, { sizes: boxOf('stsz'), small: boxOf('stz2') }, soundOf(file, track))
  let sample = 0
  let run = 0
  for (let n = 0; n < chunks.count; n += 1) {
    while (run + 1 < runs.count && runs.u32(run + 1, 0) <= n + 1) run += 1
    const count = runs.count === 0 ? 0 : runs.u32(run, 4)
    file.step()
    const start = isLarge ? chunks.u32(n, 0) * 2 ** 32 + chunks.u32(n, 4) : chunks.u32(n, 0)
    const length = bytesOf(sample, count)
    spans.add(Math.min(start, file.size), Math.min(start + length, file.size))
    sample += count
  }
}

interface Rows {
  readonly count: number
  u32(row: number, offset: number): number
}

function rowsOf(file: ParsedFile, box: Box | undefined, width: number): Rows {
  const bytes = box ? file.copy(box.start, box.end) : Buffer.alloc(0)
  const count = bytes.length < 8 ? 0 : Math.min(bytes.readUInt32BE(4), Math.floor((bytes.length - 8) / width))
  return { count, u32: (row, offset) => bytes.readUInt32BE(8 + row * width + offset) }
}

/** Total size in bytes of `count` samples, starting at sample `from`. */
type SampleBytes = (from: number, count: number) => number

function sampleBytes(
  file: ParsedFile,
  { sizes, small }: { sizes: Box | undefined; small: Box | undefined },
  sound: Sound,
): SampleBytes {
  const box = sizes ?? small
  if (!box || box.end - box.start < 12) return () => 0
  const bytes = file.copy(box.start, box.end)
  const fixed = sizes ? bytes.readUInt32BE(4) : 0
  // QuickTime gives a size of 1 when it counts audio in frames: use the larger of the two sizes.
  if (fixed > 0) return (_from, count) => Math.max(fixed * count, sound(count))
  const width = sizes ? 32 : (bytes[7] ?? 0)
  const sizeAt = (sample: number) => {
    const at = 12 + Math.floor((sample * width) / 8)
    if (width === 32) return at + 4 <= bytes.length ? bytes.readUInt32BE(at) : 0
    if (width === 16) return at + 2 <= bytes.length ? bytes.readUInt16BE(at) : 0
    const both = bytes[at] ?? 0
    return width === 8 ? both : sample % 2 === 0 ? both >> 4 : both & 15
  }
  const last = Math.floor(((bytes.length - 12) * 8) / Math.max(width, 4))
  return (from, count) => {
    const to = Math.min(from + count, last)
    file.step(Math.max(0, to - from))
    let total = 0
    for (let sample = from; sample < to; sample += 1) total += sizeAt(sample)
    return total
  }
}

type Sound = (samples: number) => number

/** Size in bytes of uncompressed or QuickTime audio, from its sample entry; 0 when the entry gives none. */
function soundOf(file: ParsedFile, { table, isSound }: Track): Sound {
  const description = isSound ? childOf(file, table, 'stsd') : undefined
  const entry = description && firstBox(file, { start: description.start + 8, end: description.end })
  if (!entry || entry.end - entry.start < 44) return uncompressed(file, entry)
  const bytes = file.at(entry.start, 44)
  const [samplesPerPacket, bytesPerFrame] = [bytes.readUInt32BE(28), bytes.readUInt32BE(36)]
  const isVersion1 = bytes.readUInt16BE(8) === 1 && samplesPerPacket > 0
  if (!isVersion1) return uncompressed(file, entry)
  return (samples) => Math.ceil(samples / samplesPerPacket) * bytesPerFrame
}

function firstBox(file: ParsedFile, area: Span): Box | undefined {
  for (const box of boxesIn(file, area)) return box
  return undefined
}

const uncompressedTypes = new Set(['sowt', 'twos', 'raw ', 'lpcm', 'in24', 'in32', 'fl32', 'fl64', 'ulaw', 'alaw'])

function uncompressed(file: ParsedFile, entry: Box | undefined): Sound {
  if (!entry || !uncompressedTypes.has(entry.type) || entry.end - entry.start < 28) return () => 0
  const bytes = file.at(entry.start, 20)
  const [channels, bits] = [bytes.readUInt16BE(16), bytes.readUInt16BE(18)]
  return (samples) => samples * channels * Math.ceil(bits / 8)
}
