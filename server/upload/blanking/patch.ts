import { crc32 } from '@node-rs/crc32'

/**
 * A change to a file for all people but its author: bytes [start, end) become zero or the given bytes. The length never
 * changes, so that the download size and all offsets inside the file stay valid.
 */
export interface Patch {
  readonly start: number
  readonly end: number
  /** Replacement in hexadecimal, exactly end - start bytes; absent means zeros. */
  readonly hex?: string
}

/** A parser cannot blank the file safely. Only the author gets the original. */
export class UnblankableFile extends Error {}

/**
 * Sorts patches and drops empty ones. Of two that overlap, the later one is cut and becomes zeros. Adjacent ranges of
 * zeros are merged.
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
 * Applies patches to a part of the file, in place.
 * @param piece the bytes at `position` in the file
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

/** CRC-32 of a file with its patches. Changes the pieces. */
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
