import { rowBytes } from '#upload-queue/engine/queueItem.ts'
import { freeBuffer } from '#upload-queue/freeBuffer.ts'

/** The picked file cannot be read (any more): phones take a file back, cloud pictures fail to load. */
export class SourceUnreadable extends Error {
  override name = 'SourceUnreadable'
}

/** What is done with a piece; it gives back the piece's memory once it is done with it. */
type UsePiece = (piece: ArrayBuffer, n: number) => Promise<ArrayBuffer>

/**
 * Reads a file in pieces of 1 MiB, the last one shorter. Each gives its memory back before the next is read: whatever
 * their number and size, files cost the page a few MiB.
 * @throws SourceUnreadable, and whatever `use` throws
 */
export async function eachPiece(bytes: Blob, use: UsePiece): Promise<void> {
  for (let at = 0, n = 0; at < bytes.size; at += rowBytes, n += 1)
    freeBuffer(await use(await readPart(bytes, at, Math.min(bytes.size, at + rowBytes)), n))
}

/** Some bytes of a picked file. @throws SourceUnreadable */
export async function readPart(bytes: Blob, from: number, to: number): Promise<ArrayBuffer> {
  const piece = await bytes.slice(from, to).arrayBuffer().catch(unreadable)
  if (piece.byteLength !== to - from) throw new SourceUnreadable('the file is shorter than it said')
  return piece
}

function unreadable(error: unknown): never {
  throw new SourceUnreadable('the file cannot be read', { cause: error })
}
