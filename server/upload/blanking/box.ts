import type { ByteSource } from './byteSource.ts'
import { type Patch, UnblankableFile } from './patch.ts'

/** A box of ISO/IEC 14496-12. Positions are bytes in the file. */
export interface Box {
  readonly type: string
  /** Where the box begins, its header included. */
  readonly at: number
  /** Where its payload begins. */
  readonly start: number
  readonly end: number
}

const maxBoxes = 100_000

/** The boxes between two positions. A damaged size ends the walk: what follows is reported as one box `????`. */
export async function boxesOf(source: ByteSource, from: number, to: number): Promise<Box[]> {
  const boxes: Box[] = []
  let at = from
  while (at + 8 <= to) {
    const head = await source.at(at, 16)
    const size32 = head.readUInt32BE(0)
    const isLarge = size32 === 1 && head.length === 16
    const size = isLarge ? Number(head.readBigUInt64BE(8)) : size32 === 0 ? to - at : size32
    const start = at + (isLarge ? 16 : 8)
    if (size < start - at || at + size > to) {
      boxes.push({ type: '????', at, start: at, end: to })
      return boxes
    }
    boxes.push({ type: head.toString('latin1', 4, 8), at, start, end: at + size })
    if (boxes.length > maxBoxes) throw new UnblankableFile('too many boxes')
    at += size
  }
  return boxes
}

/** Makes a box a `free` one with an empty payload, so that readers skip it. */
export function freeBox(box: Box): Patch[] {
  if (box.type === '????') return [{ start: box.start, end: box.end }]
  return [
    { start: box.at + 4, end: box.at + 8, hex: Buffer.from('free').toString('hex') },
    { start: box.start, end: box.end },
  ]
}
