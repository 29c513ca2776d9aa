import { rowBytes } from '#upload-queue/engine/queueItem.ts'

/** The picked file cannot be read (any more): phones take a file back, cloud pictures fail to load. */
export class SourceUnreadable extends Error {
  override name = 'SourceUnreadable'
}

/** What is done with a piece; it gives back a buffer of that size to read the next one into. */
type UsePiece = (piece: ArrayBuffer, n: number) => Promise<ArrayBuffer>

/**
 * Reads a file in pieces of 1 MiB, the last one shorter, through one buffer that goes round: whatever its size, a file
 * costs the page a few MiB. Fresh buffers would stand in memory together until they are collected.
 * @throws SourceUnreadable, and whatever `use` throws
 */
export async function eachPiece(bytes: Blob, use: UsePiece): Promise<void> {
  const reader = byteReader(bytes)
  if (!reader) return eachSlice(bytes, use)
  let buffer: ArrayBuffer = new ArrayBuffer(rowBytes)
  try {
    for (let at = 0, n = 0; at < bytes.size; at += rowBytes, n += 1) {
      const length = Math.min(rowBytes, bytes.size - at)
      buffer = await fill(reader, buffer, length)
      buffer = await use(length === rowBytes ? buffer : buffer.slice(0, length), n)
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

/** Null where a file's stream cannot be read into a given buffer. */
function byteReader(bytes: Blob): ReadableStreamBYOBReader | null {
  try {
    return bytes.stream().getReader({ mode: 'byob' })
  } catch {
    return null
  }
}

async function fill(reader: ReadableStreamBYOBReader, into: ArrayBuffer, length: number): Promise<ArrayBuffer> {
  let buffer = into
  for (let filled = 0; filled < length;) {
    const { value, done } = await reader.read(new Uint8Array(buffer, filled, length - filled)).catch(unreadable)
    if (!value || done) throw new SourceUnreadable('the file is shorter than it said')
    buffer = value.buffer
    filled += value.byteLength
  }
  return buffer
}

async function eachSlice(bytes: Blob, use: UsePiece): Promise<void> {
  for (let at = 0, n = 0; at < bytes.size; at += rowBytes, n += 1) {
    const length = Math.min(rowBytes, bytes.size - at)
    await use(await readPart(bytes, at, at + length), n)
  }
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
