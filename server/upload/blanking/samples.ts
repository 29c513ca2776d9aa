import { type Box, boxesOf } from './box.ts'
import type { ByteSource } from './byteSource.ts'
import { type Patch, UnblankableFile } from './patch.ts'

const maxSamples = 200_000

/** Where the samples of a track lie in the file (ISO/IEC 14496-12, 8.7: stsc, stsz, stco or co64), one span per chunk. */
export async function sampleSpans(source: ByteSource, table: Box): Promise<Patch[]> {
  const boxes = new Map((await boxesOf(source, table.start, table.end)).map((box) => [box.type, box]))
  const chunks = await readTable(source, boxes.get('co64') ?? boxes.get('stco'), boxes.has('co64') ? 8 : 4)
  const runs = await readTable(source, boxes.get('stsc'), 12)
  const sizeOf = await readSizes(source, boxes.get('stsz'))
  const spans: Patch[] = []
  let sample = 0
  let run = 0
  for (const [index, chunk] of chunks.entries()) {
    while ((runs[run + 1]?.readUInt32BE(0) ?? Infinity) <= index + 1) run += 1
    const count = runs[run]?.readUInt32BE(4) ?? 0
    if (sample + count > maxSamples) throw new UnblankableFile('too many samples')
    const start = chunk.length === 8 ? Number(chunk.readBigUInt64BE(0)) : chunk.readUInt32BE(0)
    let length = 0
    for (let n = 0; n < count; n += 1, sample += 1) length += sizeOf(sample)
    spans.push({ start: Math.min(start, source.size), end: Math.min(start + length, source.size) })
  }
  return spans
}

async function readTable(source: ByteSource, box: Box | undefined, width: number): Promise<Buffer[]> {
  if (!box) return []
  const bytes = Buffer.from(await source.at(box.start, Math.min(box.end - box.start, 8 + maxSamples * width)))
  const count = bytes.length >= 8 ? Math.min(bytes.readUInt32BE(4), Math.floor((bytes.length - 8) / width)) : 0
  return Array.from({ length: count }, (_, n) => bytes.subarray(8 + n * width, 8 + (n + 1) * width))
}

async function readSizes(source: ByteSource, box: Box | undefined): Promise<(sample: number) => number> {
  if (!box) return () => 0
  const bytes = Buffer.from(await source.at(box.start, Math.min(box.end - box.start, 12 + maxSamples * 4)))
  const fixed = bytes.length >= 8 ? bytes.readUInt32BE(4) : 0
  if (fixed !== 0) return () => fixed
  return (sample) => (12 + sample * 4 + 4 <= bytes.length ? bytes.readUInt32BE(12 + sample * 4) : 0)
}
