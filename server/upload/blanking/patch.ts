import { crc32 } from 'node:zlib'

/**
 * One change that others get served: bytes [start, end) become zero, or the given ones. Lengths never change, so that
 * a download's size and every offset inside the file stay true.
 */
export interface Patch {
  readonly start: number
  readonly end: number
  /** Replacement in hexadecimal, of exactly end - start bytes; absent means zeros. */
  readonly hex?: string
}

/** Raised by a parser that cannot vouch for a file: its original then stays with its author. */
export class UnblankableFile extends Error {}

/**
 * Sorts patches and drops empty ones; where two overlap the later-starting one is cut, and becomes zeros. Ranges of
 * zeros that touch become one.
 */
export function orderPatches(patches: readonly Patch[]): Patch[] {
  const ordered: Patch[] = []
  let reached = 0
  for (const patch of patches.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const start = Math.max(patch.start, reached)
    if (start >= patch.end) continue
    const next = start === patch.start ? patch : { start, end: patch.end }
    const last = ordered.at(-1)
    if (last?.end === start && last.hex === undefined && next.hex === undefined)
      ordered[ordered.length - 1] = { start: last.start, end: next.end }
    else ordered.push(next)
    reached = patch.end
  }
  return ordered
}

/**
 * Changes a piece of the file in place.
 * @param piece bytes that stand at `position` in the file
 * @param patches in order, see {@link orderPatches}
 */
export function applyPatches(piece: Buffer, position: number, patches: readonly Patch[]): Buffer {
  for (const patch of patches) {
    const from = Math.max(patch.start, position)
    const to = Math.min(patch.end, position + piece.length)
    if (from >= to) continue
    if (patch.hex === undefined) piece.fill(0, from - position, to - position)
    else Buffer.from(patch.hex, 'hex').copy(piece, from - position, from - patch.start, to - patch.start)
  }
  return piece
}

/** CRC-32 of the whole file as others get it. */
export async function crcOfPatched(file: AsyncIterable<Buffer>, patches: readonly Patch[]): Promise<number> {
  let crc = 0
  let at = 0
  for await (const piece of file) {
    const length = piece.length
    crc = crc32(applyPatches(piece, at, patches), crc)
    at += length
  }
  return crc
}
