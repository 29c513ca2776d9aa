import type { ParsedFile } from './parsedFile.ts'

interface Shape {
  /** Types of TIFF 6.0: 2 ASCII, 3 and 4 unsigned integers, 5 rational, 7 bytes. */
  readonly types: readonly number[]
  readonly count: number
  /** Format of a text value: a date field may hold a name. */
  readonly text?: RegExp
}

const number: Shape = { types: [3, 4], count: 1 }
const fraction: Shape = { types: [5], count: 1 }
const fourBytes: Shape = { types: [7], count: 4 }
const date: Shape = { types: [2], count: 20, text: /^[\d ]{4}:[\d ]{2}:[\d ]{2} [\d ]{2}:[\d ]{2}:[\d ]{2}\0$/ }
const zone: Shape = { types: [2], count: 7, text: /^[+-]\d\d:\d\d\0$/ }
const subSecond: Shape = { types: [2], count: 10, text: /^\d{0,9}[ \0]*$/ }
const exifPointer = 0x8769

/** Kept EXIF tags: size, orientation, resolution, colour and dates (product 25; Exif 3.0, 4.6). */
const keptTags = new Map<number, Shape>([
  ...[0x0100, 0x0101, 0x0112, 0x0128, 0x0213, exifPointer].map((tag) => [tag, number] as const),
  ...[0xa001, 0xa002, 0xa003].map((tag) => [tag, number] as const),
  ...[0x011a, 0x011b].map((tag) => [tag, fraction] as const),
  ...[0x0132, 0x9003, 0x9004].map((tag) => [tag, date] as const),
  ...[0x9010, 0x9011, 0x9012].map((tag) => [tag, zone] as const),
  ...[0x9290, 0x9291, 0x9292].map((tag) => [tag, subSecond] as const),
  ...[0x9000, 0x9101, 0xa000].map((tag) => [tag, fourBytes] as const),
])
const bytesOfType: Readonly<Record<number, number>> = { 2: 1, 3: 2, 4: 4, 5: 8, 7: 1 }
const maxEntries = 1000

/**
 * Blanks a TIFF block except the kept tags and their values. GPS, serial numbers, maker notes, thumbnails and
 * unreferenced bytes are removed. Directories are compacted, so that readers find the kept tags. A block that cannot
 * be read is blanked.
 * @param start offset of the block in the file, at its byte-order mark
 */
export function blankTiff(file: ParsedFile, start: number, end: number): void {
  const block = file.copy(start, end)
  file.rewrite(start, block, cleanTiff(file, block))
}

/** Returns the blanked block, of the same length. */
export function cleanTiff(file: ParsedFile, block: Buffer): Buffer {
  const clean = Buffer.alloc(block.length)
  const mark = block.toString('latin1', 0, 4)
  if (mark !== 'II*\0' && mark !== 'MM\0*') return clean
  const isLittle = mark.startsWith('II')
  const u16 = (at: number) => (isLittle ? block.readUInt16LE(at) : block.readUInt16BE(at))
  const u32 = (at: number) => (isLittle ? block.readUInt32LE(at) : block.readUInt32BE(at))
  const seen = new Set<number>()
  try {
    block.copy(clean, 0, 0, 8)
    keepDirectory(u32(4), 0)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  return clean

  function keepDirectory(at: number, depth: number): void {
    const count = u16(at)
    if (depth > 1 || at < 8 || count > maxEntries) return
    file.step(count)
    let kept = 0
    for (let entry = at + 2; entry < at + 2 + count * 12; entry += 12) {
      if (!keepValue(entry, depth)) continue
      block.copy(clean, at + 2 + kept * 12, entry, entry + 12)
      kept += 1
    }
    if (isLittle) clean.writeUInt16LE(kept, at)
    else clean.writeUInt16BE(kept, at)
  }

  /** Whether an entry is kept, each tag once. Copies a value that is stored outside the entry. */
  function keepValue(entry: number, depth: number): boolean {
    const [tag, type, count] = [u16(entry), u16(entry + 2), u32(entry + 4)]
    const shape = keptTags.get(tag)
    if (!shape || seen.has(tag) || !shape.types.includes(type)) return false
    if (shape.text === undefined ? count !== shape.count : count > shape.count) return false
    const bytes = (bytesOfType[type] ?? 0) * count
    const value = bytes > 4 ? u32(entry + 8) : entry + 8
    if (bytes === 0 || value + bytes > block.length) return false
    if (shape.text && !shape.text.test(block.toString('latin1', value, value + bytes))) return false
    seen.add(tag)
    if (bytes > 4) block.copy(clean, value, value, value + bytes)
    if (tag === exifPointer) keepDirectory(u32(entry + 8), depth + 1)
    return true
  }
}
