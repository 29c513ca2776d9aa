/** One file of an archive, stored as it is: pictures and films are compressed already. Sizes are bytes. */
export interface ZipEntry {
  /** Path inside the archive, with slashes. */
  readonly name: string
  readonly size: number
  readonly crc32: number
  /** ISO 8601 UTC. */
  readonly modifiedAt: string
  /** The bytes, exactly `size` of them. */
  open(): AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}

const max32 = 0xffff_ffff
const max16 = 0xffff
const utf8Names = 0x0800
const sizes = { local: 30, central: 46, offsetExtra: 12, end64: 56, locator: 20, end: 22 }

/** Length of the whole archive in bytes, known before a byte of it is read. */
export function zipSize(entries: readonly ZipEntry[]): number {
  const { at, offsets } = layout(entries)
  return at + zipTail(entries, offsets, at).length
}

/**
 * The archive, piece by piece. Beyond 4 GiB or 65 535 files it is a Zip64, which every system of today opens.
 * @throws Error when an entry does not have the bytes it announced: the archive could not be read any more
 */
export async function* zipBytes(entries: readonly ZipEntry[]): AsyncGenerator<Uint8Array> {
  const { at, offsets } = layout(entries)
  for (const entry of entries) {
    yield localHeader(entry)
    let written = 0
    for await (const piece of entry.open()) {
      written += piece.length
      yield piece
    }
    if (written !== entry.size) throw new Error('an entry of the archive does not have the announced size')
  }
  yield zipTail(entries, offsets, at)
}

/** Where each entry begins, and where the last one ends. */
function layout(entries: readonly ZipEntry[]): { offsets: number[]; at: number } {
  let at = 0
  const offsets = entries.map((entry) => {
    if (entry.size >= max32) throw new RangeError('an entry of 4 GiB is not foreseen')
    const offset = at
    at += sizes.local + nameOf(entry).length + entry.size
    return offset
  })
  return { offsets, at }
}

/**
 * What stands behind the entries: the directory and its end.
 * @param offsets where each entry begins
 * @param start where the directory begins
 */
export function zipTail(entries: readonly ZipEntry[], offsets: readonly number[], start: number): Buffer {
  const directory = Buffer.concat(entries.map((entry, n) => centralHeader(entry, offsets[n] ?? 0)))
  const place = { count: entries.length, size: directory.length, start }
  const isLarge = place.count >= max16 || place.size >= max32 || place.start >= max32
  return Buffer.concat([directory, ...(isLarge ? [endOf64(place)] : []), endOf(place)])
}

function localHeader(entry: ZipEntry): Buffer {
  const header = Buffer.alloc(sizes.local)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(20, 4)
  writeFacts(header, entry, 6)
  return Buffer.concat([header, nameOf(entry)])
}

function centralHeader(entry: ZipEntry, offset: number): Buffer {
  const isFar = offset >= max32
  const header = Buffer.alloc(sizes.central)
  header.writeUInt32LE(0x02014b50, 0)
  // Made on Unix, so that the permissions below are read.
  header.writeUInt16LE((3 << 8) | 45, 4)
  header.writeUInt16LE(isFar ? 45 : 20, 6)
  writeFacts(header, entry, 8)
  header.writeUInt16LE(isFar ? sizes.offsetExtra : 0, 30)
  header.writeUInt32LE(0o100644 * 0x10000, 38)
  header.writeUInt32LE(Math.min(offset, max32), 42)
  if (!isFar) return Buffer.concat([header, nameOf(entry)])
  const extra = Buffer.alloc(sizes.offsetExtra)
  extra.writeUInt16LE(1, 0)
  extra.writeUInt16LE(8, 2)
  extra.writeBigUInt64LE(BigInt(offset), 4)
  return Buffer.concat([header, nameOf(entry), extra])
}

/** Flags, method (0, stored), instant, CRC-32, both sizes, length of the name: the same in both headers. */
function writeFacts(header: Buffer, entry: ZipEntry, at: number): void {
  const { time, date } = dosInstant(entry.modifiedAt)
  header.writeUInt16LE(utf8Names, at)
  header.writeUInt16LE(time, at + 4)
  header.writeUInt16LE(date, at + 6)
  header.writeUInt32LE(entry.crc32, at + 8)
  header.writeUInt32LE(entry.size, at + 12)
  header.writeUInt32LE(entry.size, at + 16)
  header.writeUInt16LE(nameOf(entry).length, at + 20)
}

interface Place {
  readonly count: number
  readonly size: number
  readonly start: number
}

function endOf({ count, size, start }: Place): Buffer {
  const end = Buffer.alloc(sizes.end)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Math.min(count, max16), 8)
  end.writeUInt16LE(Math.min(count, max16), 10)
  end.writeUInt32LE(Math.min(size, max32), 12)
  end.writeUInt32LE(Math.min(start, max32), 16)
  return end
}

function endOf64({ count, size, start }: Place): Buffer {
  const end = Buffer.alloc(sizes.end64 + sizes.locator)
  end.writeUInt32LE(0x06064b50, 0)
  end.writeBigUInt64LE(BigInt(sizes.end64 - 12), 4)
  end.writeUInt16LE((3 << 8) | 45, 12)
  end.writeUInt16LE(45, 14)
  end.writeBigUInt64LE(BigInt(count), 24)
  end.writeBigUInt64LE(BigInt(count), 32)
  end.writeBigUInt64LE(BigInt(size), 40)
  end.writeBigUInt64LE(BigInt(start), 48)
  end.writeUInt32LE(0x07064b50, sizes.end64)
  end.writeBigUInt64LE(BigInt(start + size), sizes.end64 + 8)
  end.writeUInt32LE(1, sizes.end64 + 16)
  return end
}

/** The format counts from 1980, in steps of two seconds. */
function dosInstant(iso: string): { time: number; date: number } {
  const at = new Date(iso)
  const year = Math.max(0, at.getUTCFullYear() - 1980)
  return {
    time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
    date: (year << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
  }
}

function nameOf({ name }: ZipEntry): Buffer {
  return Buffer.from(name, 'utf8')
}
