import { secretBytes } from './secret.ts'

interface Entry {
  readonly tag: number
  /** Types of TIFF 6.0. */
  readonly type: number
  readonly data: Buffer
}

const bytesOfType: Readonly<Record<number, number>> = { 2: 1, 3: 2, 4: 4, 7: 1 }
const text = (tag: number): Entry => ({ tag, type: 2, data: secretBytes })
const bytes = (tag: number): Entry => ({ tag, type: 7, data: secretBytes })

/** Tags of the first, the EXIF and the GPS directory that identify a person, a device or a place. */
const firstTags = {
  ImageDescription: 0x10e,
  Make: 0x10f,
  Model: 0x110,
  Software: 0x131,
  Artist: 0x13b,
  Copyright: 0x8298,
}
const moreFirstTags = { HostComputer: 0x13c, DocumentName: 0x10d, XPComment: 0x9c9c, PrintIM: 0xc4a5, DateTime: 0x132 }
const exifTags = { MakerNote: 0x927c, UserComment: 0x9286, OwnerName: 0xa430, BodySerialNumber: 0xa431, Lens: 0xa434 }
const moreExifTags = { LensSerialNumber: 0xa435, ImageUniqueID: 0xa420, DateTimeOriginal: 0x9003, SubSecTime: 0x9290 }
const lastExifTags = { OffsetTime: 0x9010, RelatedSoundFile: 0xa004, SpectralSensitivity: 0x8824, ExifVersion: 0x9000 }

/** TIFF blocks of EXIF with the secret in one place each. */
export function markedExif(): Record<string, Buffer> {
  const first = Object.entries({ ...firstTags, ...moreFirstTags }).map(([name, tag]) => [name, tiffOf([text(tag)])])
  const exif = Object.entries({ ...exifTags, ...moreExifTags, ...lastExifTags }).map(([name, tag]) => [
    name,
    tiffOf([], [name === 'MakerNote' ? bytes(tag) : text(tag)]),
  ])
  return {
    ...(Object.fromEntries([...first, ...exif]) as Record<string, Buffer>),
    GPSAreaInformation: tiffOf([], [], [bytes(0x1c)]),
    'unreferenced bytes': Buffer.concat([tiffOf([]), secretBytes]),
    'a second directory': secondDirectory(),
  }
}

/** A block with one text in the first directory. */
export const artistExif = (): Buffer => tiffOf([text(0x13b)])

function secondDirectory(): Buffer {
  const block = tiffOf([text(0x13b)])
  const moved = Buffer.concat([block.subarray(0, 8), Buffer.from('000000000000', 'hex')])
  // The second directory follows the empty first one, which points to it.
  moved.writeUInt32BE(8, 4)
  moved.writeUInt32BE(14, 10)
  const second = tiffOf([text(0x13b)], [], [], 14).subarray(8)
  return Buffer.concat([moved, second])
}

function tiffOf(first: readonly Entry[], exif: readonly Entry[] = [], gps: readonly Entry[] = [], at = 8): Buffer {
  const pointers = [...(exif.length > 0 ? [0x8769] : []), ...(gps.length > 0 ? [0x8825] : [])]
  const own = directory([...first, ...pointers.map(pointer)], at)
  const behind = at + own.length
  const below = directory([...exif, ...gps], behind)
  pointers.forEach((_, n) => own.writeUInt32BE(behind, 2 + (first.length + n) * 12 + 8))
  return Buffer.concat([Buffer.from('4d4d002a00000008', 'hex'), own, pointers.length > 0 ? below : Buffer.alloc(0)])
}

const pointer = (tag: number): Entry => ({ tag, type: 4, data: Buffer.alloc(4) })

function directory(entries: readonly Entry[], at: number): Buffer {
  const table = Buffer.alloc(2 + entries.length * 12 + 4)
  table.writeUInt16BE(entries.length)
  const values: Buffer[] = []
  let next = at + table.length
  for (const [n, { tag, type, data }] of entries.entries()) {
    const entry = table.subarray(2 + n * 12, 14 + n * 12)
    entry.writeUInt16BE(tag)
    entry.writeUInt16BE(type, 2)
    entry.writeUInt32BE(data.length / (bytesOfType[type] ?? 1), 4)
    if (data.length <= 4) data.copy(entry, 8)
    else {
      entry.writeUInt32BE(next, 8)
      values.push(data)
      next += data.length
    }
  }
  return Buffer.concat([table, ...values])
}
