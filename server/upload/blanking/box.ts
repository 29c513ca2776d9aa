import type { ParsedFile } from './parsedFile.ts'
import type { Span } from './spans.ts'

/** A box of ISO/IEC 14496-12. Positions are bytes in the file. */
export interface Box {
  readonly type: string
  /** Where the box begins, its header included. */
  readonly at: number
  /** Where its payload begins. */
  readonly start: number
  readonly end: number
}

/** The type of what stands where a box should stand and is none. */
export const noBox = '????'

/** The boxes between two positions, one after the other. What follows a damaged size comes as one box `????`. */
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
  if (at < to) yield { type: noBox, at, start: at, end: to }
}

/** The first child of a type. */
export function childOf(file: ParsedFile, parent: Span, type: string): Box | undefined {
  for (const box of boxesIn(file, parent)) if (box.type === type) return box
  return undefined
}

/** The children of a type; of others nothing is kept in memory. */
export function* childrenOf(file: ParsedFile, parent: Span, type: string): Generator<Box> {
  for (const box of boxesIn(file, parent)) if (box.type === type) yield box
}

const free = Buffer.from('free')

/** Makes a box a `free` one with an empty payload, so that readers skip it. */
export function freeBox(file: ParsedFile, box: Box): void {
  if (box.type !== noBox && box.type !== 'free') file.replace(box.at + 4, free)
  file.zero(box.start, box.end)
}
