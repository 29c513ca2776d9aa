import type { ParsedFile } from './parsedFile.ts'
import { UnblankableFile } from './patch.ts'

interface Span {
  readonly start: number
  readonly end: number
}

const headerBytes = 128
const maxTags = 100
/** Largest colour profile, in bytes. */
export const profileMaxBytes = 4 * 1024 * 1024
/** Public tags that are needed to compute colours (ICC.1, 9.2). Names, texts, dates and serial numbers are excluded. */
const keptTags = new Set(
  (
    'rXYZ gXYZ bXYZ rTRC gTRC bTRC kTRC wtpt bkpt chad cicp lumi gamt ' +
    'A2B0 A2B1 A2B2 B2A0 B2A1 B2A2 D2B0 D2B1 D2B2 D2B3 B2D0 B2D1 B2D2 B2D3'
  ).split(' '),
)
const keptTypes = new Set('XYZ |curv|para|sf32|cicp|mft1|mft2|mAB |mBA |mpet'.split('|'))
/** Byte ranges of the header that are needed for colours (ICC.1, 7.2). Creator, device and date are excluded. */
const keptOfHeader = [
  [0, 4],
  [8, 24],
  [36, 40],
  [64, 80],
] as const
/** Some readers require a date: 1 January 2000. */
const anyDate = Buffer.from('07d000010001000000000000', 'hex')

/** Blanks a colour profile except its kept tags. @param spans the ranges of its parts in the file, in profile order */
export function blankIcc(file: ParsedFile, spans: readonly Span[]): void {
  const length = spans.reduce((total, { start, end }) => total + end - start, 0)
  if (length > profileMaxBytes) throw new UnblankableFile('too large a colour profile')
  const profile = Buffer.concat(spans.map(({ start, end }) => file.copy(start, end)))
  const clean = cleanIcc(file, profile)
  let at = 0
  for (const { start, end } of spans) {
    const to = at + end - start
    file.rewrite(start, profile.subarray(at, to), clean.subarray(at, to))
    at = to
  }
}

/**
 * Returns a profile of the same length with only the kept tags and a compacted tag table; zeros when the input is not
 * a profile.
 */
export function cleanIcc(file: ParsedFile, profile: Buffer): Buffer {
  const clean = Buffer.alloc(profile.length)
  if (profile.length < headerBytes + 4 || profile.toString('latin1', 36, 40) !== 'acsp') return clean
  for (const [start, end] of keptOfHeader) profile.copy(clean, start, start, end)
  anyDate.copy(clean, 24)
  const count = profile.readUInt32BE(headerBytes)
  if (count > maxTags) throw new UnblankableFile('too many tags in a colour profile')
  file.step(count)
  let kept = 0
  for (let n = 0; n < count; n += 1) {
    const entry = profile.subarray(headerBytes + 4 + 12 * n, headerBytes + 16 + 12 * n)
    const [start, length] = [entry.readUInt32BE(4), entry.readUInt32BE(8)]
    const data = profile.subarray(start, start + length)
    const end = start + lengthOf(data)
    const isKept = keptTags.has(entry.toString('latin1', 0, 4)) && start >= headerBytes + 4 + 12 * count && end > start
    if (!isKept) continue
    profile.copy(clean, start, start, end)
    entry.copy(clean, headerBytes + 4 + 12 * kept)
    kept += 1
  }
  clean.writeUInt32BE(kept, headerBytes)
  return clean
}

const parametersOfCurve = [1, 3, 4, 5, 7]

/** Length in bytes of the numbers of a tag (ICC.1, 10); 0 for a type that may hold text. */
function lengthOf(data: Buffer): number {
  const type = data.toString('latin1', 0, 4)
  if (data.length < 12 || !keptTypes.has(type)) return 0
  if (type === 'XYZ ') return Math.min(20, data.length)
  if (type === 'curv') return Math.min(12 + 2 * data.readUInt32BE(8), data.length)
  if (type === 'para') return Math.min(12 + 4 * (parametersOfCurve[data.readUInt16BE(8)] ?? 0), data.length)
  if (type === 'sf32') return Math.min(44, data.length)
  return type === 'cicp' ? 12 : data.length
}
