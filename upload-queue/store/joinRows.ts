import { rowBytes } from '#upload-queue/engine/queueItem.ts'
import { freeBuffer } from '#upload-queue/freeBuffer.ts'

/**
 * The bytes of rows that follow each other; their memory is freed. Fewer bytes than requested when a row is shorter than
 * it must be.
 * @param range in bytes from the beginning of the first row: from (included) to (excluded)
 */
export function joinRows(
  rows: readonly ArrayBuffer[],
  { from, to }: { from: number; to: number },
): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(to - from)
  let rowStart = 0
  let filled = 0
  for (const row of rows) {
    const piece = new Uint8Array(row).subarray(Math.max(0, from - rowStart), Math.max(0, to - rowStart))
    bytes.set(piece, filled)
    filled += piece.length
    rowStart += rowBytes
    freeBuffer(row)
  }
  return bytes.subarray(0, filled)
}
