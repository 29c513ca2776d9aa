import type { Patch } from './patch.ts'

/** What stays in a block of EXIF: size, orientation, resolution, colour and dates (product 25). */
const keptTags = new Set([
  0x0100, 0x0101, 0x0112, 0x011a, 0x011b, 0x0128, 0x0132, 0x0213, 0x8769, 0x9000, 0x9003, 0x9004, 0x9010, 0x9011,
  0x9012, 0x9101, 0x9290, 0x9291, 0x9292, 0xa000, 0xa001, 0xa002, 0xa003,
])
const exifPointer = 0x8769
const bytesOfType = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4]
const maxEntries = 1000

interface Span {
  readonly start: number
  readonly end: number
}

/**
 * Everything in a TIFF block but the kept tags and their values: GPS, serial numbers, maker notes, thumbnails and
 * unreferenced bytes included. Directories are closed up, so that readers find what stays. What cannot be read goes.
 * @param block the bytes from the byte-order mark on
 * @param position where the block stands in the file
 */
export function blankTiff(block: Buffer, position: number): Patch[] {
  const { clean, spans } = cleaned(block)
  const patches: Patch[] = []
  let reached = 0
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    if (start > reached) patches.push({ start: position + reached, end: position + start })
    const from = Math.max(start, reached)
    if (from >= end) continue
    patches.push({ start: position + from, end: position + end, hex: clean.toString('hex', from, end) })
    reached = end
  }
  if (reached < block.length) patches.push({ start: position + reached, end: position + block.length })
  return patches
}

/** The block as others get it, and where it is not zero. */
function cleaned(block: Buffer): { clean: Buffer; spans: Span[] } {
  const clean = Buffer.alloc(block.length)
  const spans: Span[] = []
  const mark = block.toString('latin1', 0, 4)
  if (mark !== 'II*\0' && mark !== 'MM\0*') return { clean, spans }
  const isLittle = mark.startsWith('II')
  const u16 = (at: number) => (isLittle ? block.readUInt16LE(at) : block.readUInt16BE(at))
  const u32 = (at: number) => (isLittle ? block.readUInt32LE(at) : block.readUInt32BE(at))
  keep({ start: 0, end: 8 }, 0)
  try {
    keepDirectory(u32(4), 0)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  return { clean, spans }

  function keepDirectory(at: number, depth: number): void {
    const count = u16(at)
    if (depth > 1 || count > maxEntries) return
    let kept = 0
    for (let entry = at + 2; entry < at + 2 + count * 12; entry += 12) {
      if (!keepValue(entry, depth)) continue
      keep({ start: entry, end: entry + 12 }, at + 2 + kept * 12)
      kept += 1
    }
    if (isLittle) clean.writeUInt16LE(kept, at)
    else clean.writeUInt16BE(kept, at)
    spans.push({ start: at, end: at + 2 })
  }

  /** Whether an entry stays; its value, when it stands elsewhere, is kept with it. */
  function keepValue(entry: number, depth: number): boolean {
    const tag = u16(entry)
    if (!keptTags.has(tag)) return false
    const bytes = (bytesOfType[u16(entry + 2)] ?? 0) * u32(entry + 4)
    const value = bytes > 4 ? u32(entry + 8) : entry + 8
    if (bytes === 0 || bytes > 256 || value + bytes > block.length) return false
    if (bytes > 4) keep({ start: value, end: value + bytes }, value)
    if (tag === exifPointer) keepDirectory(u32(entry + 8), depth + 1)
    return true
  }

  function keep({ start, end }: Span, to: number): void {
    if (end > block.length) throw new RangeError('behind the block')
    block.copy(clean, to, start, end)
    spans.push({ start: to, end: to + end - start })
  }
}
