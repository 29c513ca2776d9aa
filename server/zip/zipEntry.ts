import type { ByteRange } from '../http/byteRange.ts'

/** One file of an archive, stored as it is: pictures and films are compressed already. Sizes are bytes. */
export interface ZipEntry {
  /** Path inside the archive, with slashes. */
  readonly name: string
  readonly size: number
  readonly crc32: number
  /** ISO 8601 UTC. */
  readonly modifiedAt: string
  /** The zone whose clocks the format's own time shows, IANA. */
  readonly fuseau: string
  /** The bytes of a part, exactly; never asked of an empty file. A piece may be good only until the next is asked for. */
  open(part: ByteRange): AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}
