import type { FileName, Storage } from '#server/storage/storage.ts'

const windowBytes = 256 * 1024

/** Random access to a file through one small window, so that a parser costs the same memory for any size. */
export interface ByteSource {
  readonly size: number
  /** The bytes from a position; fewer at the end of the file. Valid until the next call. */
  at(position: number, length: number): Promise<Buffer>
}

/** Opens a stored file for the parsers. */
export function byteSource(storage: Storage, name: FileName, size: number): ByteSource {
  let held: Buffer = Buffer.alloc(0)
  let heldAt = 0
  return {
    size,
    async at(position, length) {
      const wanted = Math.max(0, Math.min(length, size - position))
      const isHeld = position >= heldAt && position + wanted <= heldAt + held.length
      if (!isHeld) {
        held = await storage.readAt(name, position, Math.max(wanted, Math.min(windowBytes, size - position)))
        heldAt = position
      }
      return held.subarray(position - heldAt, position - heldAt + wanted)
    },
  }
}
