import { rowBytes } from '#upload-queue/engine/queueItem.ts'
import { freeBuffer } from '#upload-queue/freeBuffer.ts'

/** The picked file cannot be read: mobile systems revoke access, cloud pictures fail to download. */
export class SourceUnreadable extends Error {
  override name = 'SourceUnreadable'
}

/** Uses a piece and resolves to its buffer, which is then freed. */
type UsePiece = (piece: ArrayBuffer, n: number) => Promise<ArrayBuffer>

/**
 * Reads a file in pieces of 1 MiB; the last one is shorter. Each buffer is freed before the next read, so memory use is
 * a few MiB for any number and size of files.
 * @throws SourceUnreadable, and any error of `use`
 */
export async function eachPiece(bytes: Blob, use: UsePiece): Promise<void> {
  for (let at = 0, n = 0; at < bytes.size; at += rowBytes, n += 1)
    freeBuffer(await use(await readPart(bytes, at, Math.min(bytes.size, at + rowBytes)), n))
}

/** Reads some bytes of a picked file. @throws SourceUnreadable */
export async function readPart(bytes: Blob, from: number, to: number): Promise<ArrayBuffer> {
  const piece = await bytes.slice(from, to).arrayBuffer().catch(unreadable)
  if (piece.byteLength !== to - from) throw new SourceUnreadable('the file is shorter than its reported size')
  return piece
}

function unreadable(error: unknown): never {
  throw new SourceUnreadable('the file cannot be read', { cause: error })
}
