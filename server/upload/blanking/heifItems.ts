import { type Box, boxesIn, childOf } from './box.ts'
import type { ParsedFile } from './parsedFile.ts'
import { UnblankableFile } from './patch.ts'
import type { Span } from './spans.ts'

/** An item of a HEIF file and its byte ranges; null for a storage layout that is not supported. */
export interface HeifItem {
  readonly type: string
  readonly spans: readonly Span[] | null
}

const maxItems = 20_000

/** Lists the items of a `meta` box: `iinf` has the types, `iloc` the locations (ISO/IEC 14496-12, 8.11). */
export function itemsOf(file: ParsedFile, meta: Span): HeifItem[] {
  const types = typesOf(file, childOf(file, meta, 'iinf'))
  const places = placesOf(file, childOf(file, meta, 'iloc'), childOf(file, meta, 'idat')?.start)
  // A derived item has no bytes of its own.
  return [...types].map(([id, type]) => ({ type, spans: places.has(id) ? (places.get(id) ?? null) : [] }))
}

function typesOf(file: ParsedFile, box: Box | undefined): Map<number, string> {
  const types = new Map<number, string>()
  if (!box) return types
  const entries = box.start + (file.at(box.start, 1)[0] === 0 ? 6 : 8)
  for (const entry of boxesIn(file, { start: entries, end: box.end })) {
    if (entry.type !== 'infe') continue
    const head = file.at(entry.start, Math.min(14, entry.end - entry.start))
    const version = head[0] ?? 0
    if (version < 2) throw new UnblankableFile('an item without a type')
    const id = version === 3 ? head.readUInt32BE(4) : head.readUInt16BE(4)
    const type = head.toString('latin1', version === 3 ? 10 : 8, version === 3 ? 14 : 12)
    // Readers differ on which of two entries of one item counts.
    if (types.has(id) && types.get(id) !== type) throw new UnblankableFile('an item of two types')
    types.set(id, type)
    if (types.size > maxItems) throw new UnblankableFile('too many items')
  }
  return types
}

function placesOf(
  file: ParsedFile,
  box: Box | undefined,
  idatStart: number | undefined,
): Map<number, readonly Span[] | null> {
  const places = new Map<number, readonly Span[] | null>()
  if (!box) return places
  const cursor = cursorOver(file.copy(box.start, box.end))
  const version = cursor.take(1)
  cursor.take(3)
  const sizes = cursor.take(2)
  const [offsetSize, lengthSize] = [(sizes >> 12) & 15, (sizes >> 8) & 15]
  const [baseSize, indexSize] = [(sizes >> 4) & 15, version === 0 ? 0 : sizes & 15]
  const count = cursor.take(version < 2 ? 2 : 4)
  for (let n = 0; n < count; n += 1) {
    file.step()
    const id = cursor.take(version < 2 ? 2 : 4)
    const method = version === 0 ? 0 : cursor.take(2) & 15
    const isElsewhere = cursor.take(2) !== 0
    const base = cursor.take(baseSize)
    const origin = method === 0 ? 0 : method === 1 ? idatStart : undefined
    const spans: Span[] = []
    for (let extents = cursor.take(2); extents > 0; extents -= 1) {
      file.budget.spendRange()
      cursor.take(indexSize)
      const start = (origin ?? 0) + base + cursor.take(offsetSize)
      const length = cursor.take(lengthSize)
      const end = length === 0 ? file.size : Math.min(start + length, file.size)
      spans.push({ start: Math.min(start, file.size), end })
    }
    places.set(id, origin === undefined || isElsewhere ? null : spans)
  }
  return places
}

/** Reads consecutive big-endian numbers. Reading past the end throws a RangeError. */
function cursorOver(bytes: Buffer): { take: (size: number) => number } {
  let at = 0
  return {
    take(size) {
      if (size > 8) throw new UnblankableFile('a number of more than 64 bits')
      let value = 0
      for (let n = 0; n < size; n += 1) value = value * 256 + bytes.readUInt8(at + n)
      at += size
      return value
    },
  }
}
