import { freeBuffer } from '#upload-queue/freeBuffer.ts'

/**
 * The bytes of rows that follow each other; their memory is freed.
 * @param range in bytes from the begin of the first row: from (included) to (excluded)
 */
export function joinRows(
  rows: readonly ArrayBuffer[],
  { from, to }: { from: number; to: number },
): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(to - from)
  let at = 0
  let filled = 0
  for (const row of rows) {
    const piece = new Uint8Array(row).subarray(Math.max(0, from - at), Math.max(0, to - at))
    bytes.set(piece, filled)
    filled += piece.length
    at += row.byteLength
    freeBuffer(row)
  }
  return bytes.subarray(0, filled)
}
