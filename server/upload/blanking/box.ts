import type { ParsedFile } from './parsedFile.ts'
import type { Span } from './spans.ts'

/** A box of ISO/IEC 14496-12. Positions are byte offsets in the file. */
export interface Box {
  readonly type: string
  /** Offset of the header. */
  readonly at: number
  /** Offset of the payload. */
  readonly start: number
  readonly end: number
}

/** The type given to bytes that are not a valid box. */
export const unknownBoxType = '????'

/** Yields the boxes of a range in order. Bytes after an invalid size are yielded as one box of type `????`. */
export function* boxesIn(file: ParsedFile, { start: from, end: to }: Span): Generator<Box> {
  let at = from
  while (at + 8 <= to) {
    file.step()
    const head = file.at(at, 16)
    const size32 = head.readUInt32BE(0)
    const isLarge = size32 === 1 && head.length === 16
    const size = isLarge ? Number(head.readBigUInt64BE(8)) : size32 === 0 ? to - at : size32
    const start = at + (isLarge ? 16 : 8)
    if (size < start - at || at + size > to) break
    yield { type: head.toString('latin1', 4, 8), at, start, end: at + size }
    at += size
  }
  if (at < to) yield { type: unknownBoxType, at, start: at, end: to }
}

/** The first child of a type. */
export function childOf(file: ParsedFile, parent: Span, type: string): Box | undefined {
  for (const box of boxesIn(file, parent)) if (box.type === type) return box
  return undefined
}

/** Yields the children of a type without collecting them in memory. */
export function* childrenOf(file: ParsedFile, parent: Span, type: string): Generator<Box> {
  for (const box of boxesIn(file, parent)) if (box.type === type) yield box
}

const free = Buffer.from('free')

/** Turns a box into a `free` box with an empty payload, which readers skip. */
export function freeBox(file: ParsedFile, box: Box): void {
  if (box.type !== unknownBoxType && box.type !== 'free') file.replace(box.at + 4, free)
  file.zero(box.start, box.end)
}
