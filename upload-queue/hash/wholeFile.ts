import { rowBytes, rowCountOf } from '#upload-queue/engine/queueItem.ts'
import { freeBuffer } from '#upload-queue/freeBuffer.ts'
import { readPart } from '#upload-queue/readPart.ts'

/** A file in memory, with its hash. */
export interface WholeFile {
  /** Lower-case hex. */
  readonly sha256: string
  /** All its rows, 1 MiB each; the last one is shorter. */
  readonly rows: readonly ArrayBuffer[]
}

/** Reads and hashes a file that fits in memory. @throws SourceUnreadable */
export async function readWholeFile(file: Blob): Promise<WholeFile> {
  const whole = await readPart(file, 0, file.size)
  const sha256 = await wholeHash(whole)
  const rows = Array.from({ length: rowCountOf(file.size) }, (_, n) => whole.slice(n * rowBytes, (n + 1) * rowBytes))
  freeBuffer(whole)
  return { sha256, rows }
}

/** SHA-256 of bytes that are in memory, by the platform; lower-case hex. */
export async function wholeHash(bytes: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
