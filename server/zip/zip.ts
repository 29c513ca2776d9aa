import { createHash } from 'node:crypto'
import type { ByteRange } from '../http/byteRange.ts'
import type { ZipEntry } from './zipEntry.ts'
import { centralHeader, endOfZip, localHeader } from './zipHeaders.ts'

/** The layout of an archive; its files are not opened yet. */
export interface Zip {
  /** Size of the archive in bytes. */
  readonly size: number
  /** A hash over names, instants, lengths and CRC-32: different bytes have different hashes. */
  readonly hash: string
  /**
   * Reads the archive or a part of it. A piece is valid as long as that of its entry. Files outside the part are not
   * opened.
   * @throws Error when an entry does not have the announced size, which would make the archive unreadable
   */
  read(part?: ByteRange): AsyncGenerator<Uint8Array>
}

/** Lays an archive out. Above 4 GiB or 65 535 files it is a Zip64. */
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
      return readStretches(stretches())
    },
  }
}

/**
 * The end of an archive: the central directory and its end record.
 * @param offsets offset of each entry
 * @param start offset of the directory
 */
export function zipTail(entries: readonly ZipEntry[], offsets: readonly number[], start: number): Buffer {
  const directory = Buffer.concat(entries.map((entry, n) => centralHeader(entry, offsets[n] ?? 0)))
  return Buffer.concat([directory, endOfZip({ count: entries.length, size: directory.length, start })])
}

/** The part of an entry to read: a part of its header, then `length` bytes of its file. */
interface Stretch {
  readonly header: Uint8Array
  readonly length: number
  open(): ReturnType<ZipEntry['open']>
}

/** @param part relative to the start of the entry */
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

/**
 * Opens the next file while the last piece of the current one is sent: opening takes as long as sending a large piece.
 */
async function* readStretches(stretches: Iterator<Stretch, void>): AsyncGenerator<Uint8Array> {
  let now = begin(stretches)
  let prefetched: StartedStretch | undefined
  try {
    while (now) {
      let left = now.length
      if (now.header.length > 0) yield now.header
      for (let piece = await now.first; !piece.done; piece = await now.pieces.next()) {
        left -= piece.value.length
        if (left === 0) prefetched ??= begin(stretches)
        yield piece.value
      }
      if (left !== 0) throw new Error('an entry of the archive does not have the announced size')
      now = prefetched ?? begin(stretches)
      prefetched = undefined
    }
  } finally {
    await Promise.all([now, prefetched].map(async (begun) => begun?.pieces.return(undefined)))
  }
}

interface StartedStretch extends Stretch {
  readonly pieces: AsyncGenerator<Uint8Array>
  readonly first: Promise<IteratorResult<Uint8Array>>
}

function begin(stretches: Iterator<Stretch, void>): StartedStretch | undefined {
  const { value: stretch } = stretches.next()
  if (!stretch) return undefined
  const pieces = piecesOf(stretch)
  const first = pieces.next()
  // Without this handler, a failure before the await is an unhandled rejection.
  first.catch(() => undefined)
  return { ...stretch, pieces, first }
}

async function* piecesOf(stretch: Stretch): AsyncGenerator<Uint8Array> {
  yield* stretch.open()
}

function cut(bytes: Uint8Array, part: ByteRange): Uint8Array {
  return bytes.subarray(Math.max(0, part.start), Math.max(0, part.end + 1))
}
