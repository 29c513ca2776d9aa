import { deflateSync, inflateSync } from 'node:zlib'
import { crc32 } from '@node-rs/crc32'
import { cleanIcc, profileMaxBytes } from './icc.ts'
import type { ParsedFile } from './parsedFile.ts'
import { UnblankableFile } from './patch.ts'
import { cleanTiff } from './tiff.ts'

/**
 * Chunks for the image, its colours, its date and its animation, with their maximum data length (PNG, third edition).
 */
const keptChunks = new Map([
  ...Object.entries({ IHDR: 13, PLTE: 768, tRNS: 256, gAMA: 4, cHRM: 32, sRGB: 1, sBIT: 4, pHYs: 9, bKGD: 6, tIME: 7 }),
  ...Object.entries({ IDAT: Infinity, fdAT: Infinity, IEND: 0, acTL: 8, fcTL: 26, cICP: 4, mDCV: 24, cLLI: 8 }),
])

interface Chunk {
  readonly type: string
  /** Offset of the data. The type precedes it, the CRC follows it. */
  readonly start: number
  readonly end: number
}

/**
 * Blanks a PNG: every chunk except those that draw it, the kept EXIF tags and the colour profile, and everything after
 * IEND. Recomputes the CRC of changed chunks.
 */
export function blankPng(file: ParsedFile): void {
  const once = new Set<string>()
  let at = 8
  while (at + 12 <= file.size) {
    file.step()
    const head = file.at(at, 8)
    const chunk = { type: head.toString('latin1', 4, 8), start: at + 8, end: at + 8 + head.readUInt32BE(0) }
    if (chunk.end + 4 > file.size) break
    blankChunk(file, chunk, once)
    at = chunk.end + 4
    if (chunk.type === 'IEND') break
  }
  file.zero(at, file.size)
}

function blankChunk(file: ParsedFile, chunk: Chunk, once: Set<string>): void {
  const { type, start, end } = chunk
  if (end - start <= (keptChunks.get(type) ?? -1)) return
  if (type === 'IHDR' || type === 'PLTE') throw new UnblankableFile('a header of another length')
  const isFirst = !once.has(type) && Boolean(once.add(type))
  if (type === 'eXIf' && isFirst) rewriteChunk(file, chunk, (data) => cleanTiff(file, data))
  else if (type === 'iCCP' && isFirst) rewriteChunk(file, chunk, (data) => cleanProfile(file, data))
  else {
    file.zero(start, end)
    file.replace(end, crcOfZeros(type, end - start))
  }
}

function rewriteChunk(file: ParsedFile, { start, end }: Chunk, cleaned: (data: Buffer) => Buffer): void {
  const chunk = file.copy(start - 4, end)
  const clean = Buffer.concat([chunk.subarray(0, 4), cleaned(chunk.subarray(4))])
  file.rewrite(start - 4, chunk, clean)
  file.replace(end, bigEndian(crc32(clean)))
}

const zeros = Buffer.alloc(64 * 1024)

function crcOfZeros(type: string, length: number): Buffer {
  let crc = crc32(type)
  for (let left = length; left > 0; left -= zeros.length) crc = crc32(zeros.subarray(0, left), crc)
  return bigEndian(crc)
}

function bigEndian(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/**
 * An iCCP chunk has a name, a compression method and a deflated profile. The cleaned profile is deflated to the same
 * length.
 */
function cleanProfile(file: ParsedFile, data: Buffer): Buffer {
  const profile = inflated(data.subarray(data.indexOf(0) + 2))
  if (!profile) return Buffer.alloc(data.length)
  const stream = deflateSync(cleanIcc(file, profile), { level: 9 })
  return padded(stream, data.length)
}

function inflated(stream: Buffer): Buffer | null {
  try {
    return inflateSync(stream, { maxOutputLength: profileMaxBytes })
  } catch {
    return null
  }
}

const emptyStoredBlock = Buffer.from('000000ffff', 'hex')

/**
 * Builds iCCP data of exactly `length` bytes: empty blocks of 5 bytes pad the deflate stream (RFC 1951, 3.2.4), and
 * the name takes the remainder.
 */
function padded(stream: Buffer, length: number): Buffer {
  const room = length - stream.length - 2
  if (room < 1) throw new UnblankableFile('the colour profile does not fit')
  const blocks = Math.floor((room - 1) / 5)
  const name = Buffer.alloc(room - 5 * blocks, 'I')
  const filling = Array.from({ length: blocks }, () => emptyStoredBlock)
  return Buffer.concat([name, Buffer.alloc(2), stream.subarray(0, 2), ...filling, stream.subarray(2)])
}
