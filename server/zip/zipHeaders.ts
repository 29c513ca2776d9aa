import { wallTime } from '../clock.ts'
import type { ZipEntry } from './zipEntry.ts'

const max32 = 0xffff_ffff
const max16 = 0xffff
const utf8Names = 0x0800
const sizes = { local: 30, central: 46, offsetExtra: 12, instantExtra: 9, end64: 56, locator: 20, end: 22 }

/** The local header of a file, before its bytes. */
export function localHeader(entry: ZipEntry): Buffer {
  const header = Buffer.alloc(sizes.local)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(20, 4)
  writeFacts(header, entry, 6)
  header.writeUInt16LE(sizes.instantExtra, 28)
  return Buffer.concat([header, nameOf(entry), instantExtra(entry)])
}

/** The entry of a file in the central directory. @param offset offset of its local header */
export function centralHeader(entry: ZipEntry, offset: number): Buffer {
  const isFar = offset >= max32
  const header = Buffer.alloc(sizes.central)
  header.writeUInt32LE(0x02014b50, 0)
  // Made by Unix, so that the permissions below are used.
  header.writeUInt16LE((3 << 8) | 45, 4)
  header.writeUInt16LE(isFar ? 45 : 20, 6)
  writeFacts(header, entry, 8)
  header.writeUInt16LE(sizes.instantExtra + (isFar ? sizes.offsetExtra : 0), 30)
  header.writeUInt32LE(0o100644 * 0x10000, 38)
  header.writeUInt32LE(Math.min(offset, max32), 42)
  return Buffer.concat([header, nameOf(entry), instantExtra(entry), ...(isFar ? [offsetExtra(offset)] : [])])
}

interface Directory {
  /** Number of files. */
  readonly count: number
  /** In bytes. */
  readonly size: number
  /** Offset of the directory. */
  readonly start: number
}

/** The end records. Zip64 records are added when a number does not fit. */
export function endOfZip(directory: Directory): Buffer {
  const { count, size, start } = directory
  const isLarge = count >= max16 || size >= max32 || start >= max32
  const end = Buffer.alloc(sizes.end)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Math.min(count, max16), 8)
  end.writeUInt16LE(Math.min(count, max16), 10)
  end.writeUInt32LE(Math.min(size, max32), 12)
  end.writeUInt32LE(Math.min(start, max32), 16)
  return isLarge ? Buffer.concat([endOfZip64(directory), end]) : end
}

function endOfZip64({ count, size, start }: Directory): Buffer {
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

/** Flags, method (0, stored), time, CRC-32, both sizes, name length: the same in both headers. */
function writeFacts(header: Buffer, entry: ZipEntry, at: number): void {
  if (entry.size >= max32) throw new RangeError('an entry of 4 GiB or more is not supported')
  const { time, date } = dosInstant(entry)
  header.writeUInt16LE(utf8Names, at)
  header.writeUInt16LE(time, at + 4)
  header.writeUInt16LE(date, at + 6)
  header.writeUInt32LE(entry.crc32, at + 8)
  header.writeUInt32LE(entry.size, at + 12)
  header.writeUInt32LE(entry.size, at + 16)
  header.writeUInt16LE(nameOf(entry).length, at + 20)
}

/** The UTC time in seconds, which most programs use for the file's date. */
function instantExtra({ modifiedAt }: ZipEntry): Buffer {
  const extra = Buffer.alloc(sizes.instantExtra)
  extra.writeUInt16LE(0x5455, 0)
  extra.writeUInt16LE(5, 2)
  extra.writeUInt8(1, 4)
  extra.writeInt32LE(Math.min(Math.max(Math.floor(Date.parse(modifiedAt) / 1000), 0), 0x7fff_ffff), 5)
  return extra
}

function offsetExtra(offset: number): Buffer {
  const extra = Buffer.alloc(sizes.offsetExtra)
  extra.writeUInt16LE(1, 0)
  extra.writeUInt16LE(8, 2)
  extra.writeBigUInt64LE(BigInt(offset), 4)
  return extra
}

/** The DOS time of the header is a local time from 1980 to 2107, in steps of two seconds. */
function dosInstant({ modifiedAt, fuseau }: ZipEntry): { time: number; date: number } {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = wallTime(modifiedAt, fuseau)
    .split(/[- :]/)
    .map(Number)
  return {
    time: (hour << 11) | (minute << 5) | (second >> 1),
    date: (Math.min(Math.max(0, year - 1980), 127) << 9) | (month << 5) | day,
  }
}

function nameOf({ name }: ZipEntry): Buffer {
  return Buffer.from(name, 'utf8')
}
