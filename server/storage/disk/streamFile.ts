import { createReadStream, type ReadStream } from 'node:fs'

/** Bytes read at once. */
const highWaterMark = 256 * 1024

/** Streams a file, or the part of it between two inclusive positions. */
export function streamFile(path: string, range?: { start: number; end: number }): ReadStream {
  return createReadStream(path, { ...range, highWaterMark })
}
