import { crc32 } from 'node:zlib'

export interface ReadEntry {
  readonly name: string
  readonly bytes: Buffer
}

/** Reads an uncompressed archive by its directory, like an independent program; throws on contradictions. */
export function readZip(archive: Buffer): ReadEntry[] {
  const end = archive.length - 22
  if (archive.readUInt32LE(end) !== 0x06054b50) throw new Error('no end of directory')
  const entries: ReadEntry[] = []
  let at = archive.readUInt32LE(end + 16)
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (archive.readUInt32LE(at) !== 0x02014b50) throw new Error('no directory entry')
    const nameLength = archive.readUInt16LE(at + 28)
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength)
    const bytes = readStored(archive, archive.readUInt32LE(at + 42), name)
    if (crc32(bytes) !== archive.readUInt32LE(at + 16)) throw new Error(`${name} is damaged`)
    entries.push({ name, bytes })
    at += 46 + nameLength + archive.readUInt16LE(at + 30)
  }
  if (at !== end) throw new Error('the directory does not end where it says')
  return entries
}

function readStored(archive: Buffer, at: number, name: string): Buffer {
  if (archive.readUInt32LE(at) !== 0x04034b50) throw new Error(`${name} does not begin where the directory says`)
  const end = at + 30 + archive.readUInt16LE(at + 26)
  if (archive.toString('utf8', at + 30, end) !== name) throw new Error(`${name} has two names`)
  const start = end + archive.readUInt16LE(at + 28)
  return archive.subarray(start, start + archive.readUInt32LE(at + 18))
}
