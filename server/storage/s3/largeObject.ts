import { UnsafeStorage } from '../partialFile.ts'
import type { Bucket } from './bucket.ts'
import { partBytes } from './reception.ts'

/** Several stores accept at most this number of parts of one object. */
const maxParts = 1000

interface Content {
  /** In bytes. */
  readonly size: number
  read(): AsyncIterable<Uint8Array>
}

/**
 * Stores an object of any size in parts, so that few of its bytes are in memory. Nothing is stored when it rejects.
 * @throws UnsafeStorage when the content has another size than announced
 */
export async function putLarge(bucket: Bucket, key: string, content: Content): Promise<void> {
  const { size } = content
  const length = Math.min(size, Math.max(partBytes, Math.ceil(size / maxParts)))
  try {
    await bucket.putParts(key, equalParts(content.read(), length), length)
    if ((await bucket.size(key)) !== size) throw new UnsafeStorage('an object has another size than announced')
  } catch (error) {
    await removeLarge(bucket, key).catch(() => undefined)
    throw error
  }
}

/** Removes an object, and the parts of one that was not completed. Idempotent. */
export async function removeLarge(bucket: Bucket, key: string): Promise<void> {
  await bucket.remove(key)
  await bucket.abortMultiparts(key)
}

/** The same bytes in buffers of one length; the last one may be shorter. */
async function* equalParts(pieces: AsyncIterable<Uint8Array>, length: number): AsyncGenerator<Buffer> {
  let part: Buffer | null = null
  let filled = 0
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length;) {
      part ??= Buffer.allocUnsafe(length)
      const taken = Math.min(length - filled, piece.length - at)
      part.set(piece.subarray(at, at + taken), filled)
      at += taken
      filled += taken
      if (filled < length) continue
      yield part
      part = null
      filled = 0
    }
  }
  if (part) yield part.subarray(0, filled)
}
