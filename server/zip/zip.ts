import { createHash } from 'node:crypto'
import type { ByteRange } from '../http/byteRange.ts'
import { centralHeader, endOfZip, localHeader } from './zipHeaders.ts'

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

/** An archive that is laid out, of which no file was opened yet. */
export interface Zip {
  /** Bytes of the whole. */
  readonly size: number
  /** The same for the same bytes alone: a hash over names, instants, lengths and CRC-32. */
  readonly hash: string
  /**
   * The archive or a part of it, in pieces, good for as long as those of its entries: a file outside the part is not opened.
   * @throws Error when an entry does not have the bytes it announced: the archive could not be read any more
   */
  read(part?: ByteRange): AsyncGenerator<Uint8Array>
}

/** Lays an archive out. Beyond 4 GiB or 65 535 files it is a Zip64, which every system of today opens. */
export function zipOf(entries: readonly ZipEntry[]): Zip {
  let start = 0
  const offsets = entries.map((entry) => {
    const offset = start
    start += localHeader(entry).length + entry.size
    return offset
  })
  const tail = zipTail(entries, offsets, start)
  const size = start + tail.length
  return {
    size,
    hash: createHash('sha256').update(tail).digest('base64url').slice(0, 22),
    read(part = { start: 0, end: size - 1 }) {
      const stretches = function* (): Generator<Stretch> {
        for (const [n, entry] of entries.entries()) {
          const offset = offsets[n] ?? 0
          if ((offsets[n + 1] ?? start) <= part.start) continue
          if (offset > part.end) return
          yield stretchOf(entry, { start: part.start - offset, end: part.end - offset })
        }
        const end = cut(tail, { start: part.start - start, end: part.end - start })
        yield { header: end, length: 0, open: () => [] }
      }
      return readInTurn(stretches())
    },
  }
}

/**
 * What stands behind the entries: the directory and its end.
 * @param offsets where each entry begins
 * @param start where the directory begins
 */
export function zipTail(entries: readonly ZipEntry[], offsets: readonly number[], start: number): Buffer {
  const directory = Buffer.concat(entries.map((entry, n) => centralHeader(entry, offsets[n] ?? 0)))
  return Buffer.concat([directory, endOfZip({ count: entries.length, size: directory.length, start })])
}

/** What is wanted of an entry: some of its header, then so many bytes of its file. */
interface Stretch {
  readonly header: Uint8Array
  readonly length: number
  open(): ReturnType<ZipEntry['open']>
}

/** @param part counted from where the entry begins */
function stretchOf(entry: ZipEntry, part: ByteRange): Stretch {
  const header = localHeader(entry)
  const start = Math.max(0, part.start - header.length)
  const end = Math.min(entry.size, part.end - header.length + 1) - 1
  return {
    header: cut(header, part),
    length: Math.max(0, end - start + 1),
    open: () => (start <= end ? entry.open({ start, end }) : []),
  }
}

/** Opening a file takes as long as sending a good piece of one: while the last piece of it leaves, the next is begun. */
async function* readInTurn(stretches: Iterator<Stretch, void>): AsyncGenerator<Uint8Array> {
  let now = begin(stretches)
  let ahead: Begun | undefined
  try {
    while (now) {
      let left = now.length
      if (now.header.length > 0) yield now.header
      for (let piece = await now.first; !piece.done; piece = await now.pieces.next()) {
        left -= piece.value.length
        if (left === 0) ahead ??= begin(stretches)
        yield piece.value
      }
      if (left !== 0) throw new Error('an entry of the archive does not have the announced size')
      now = ahead ?? begin(stretches)
      ahead = undefined
    }
  } finally {
    await Promise.all([now, ahead].map(async (begun) => begun?.pieces.return(undefined)))
  }
}

/** A stretch whose first piece is on its way. */
interface Begun extends Stretch {
  readonly pieces: AsyncGenerator<Uint8Array>
  readonly first: Promise<IteratorResult<Uint8Array>>
}

function begin(stretches: Iterator<Stretch, void>): Begun | undefined {
  const { value: stretch } = stretches.next()
  if (!stretch) return undefined
  const pieces = piecesOf(stretch)
  const first = pieces.next()
  // It may fail while nobody waits for it yet.
  first.catch(() => undefined)
  return { ...stretch, pieces, first }
}

async function* piecesOf(stretch: Stretch): AsyncGenerator<Uint8Array> {
  yield* stretch.open()
}

function cut(bytes: Uint8Array, part: ByteRange): Uint8Array {
  return bytes.subarray(Math.max(0, part.start), Math.max(0, part.end + 1))
}
