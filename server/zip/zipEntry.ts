import type { ByteRange } from '../http/byteRange.ts'

/** A file of an archive, stored uncompressed: pictures and videos are already compressed. Sizes are bytes. */
export interface ZipEntry {
  /** Path inside the archive, with slashes. */
  readonly name: string
  readonly size: number
  readonly crc32: number
  /** ISO 8601 UTC. */
  readonly modifiedAt: string
  /** IANA time zone of the local time in the header. */
  readonly fuseau: string
  /**
   * Exactly the bytes of a part; not called for an empty file. A piece may be valid only until the next one is
   * requested.
   */
  open(part: ByteRange): AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}
