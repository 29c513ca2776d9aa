import { deflateSync } from 'node:zlib'
import type { MediaMimeType } from '#domain/upload/uploadLimits.ts'
import { box, container, fullBox, u32 } from '#tests/support/boxes.ts'

/** A file that makes a naive parser loop, allocate or read without limit. */
export interface Bomb {
  readonly title: string
  readonly type: MediaMimeType
  /** Created on demand: all of them together would not fit into memory. */
  readonly make: () => Buffer
}

const hex = (digits: string) => Buffer.from(digits, 'hex')
const text = (words: string) => Buffer.from(words, 'latin1')

/**
 * 30 files of about `size` bytes: small ones test that every parser counts, files of 100 MiB that the limits suffice.
 */
export function bombs(bytes: number): Bomb[] {
  return [...jpegs(bytes), ...pictures(bytes), ...films(bytes), ...heics(bytes), ...webms(bytes)]
}

function of(type: MediaMimeType, files: Readonly<Record<string, () => Buffer>>): Bomb[] {
  return Object.entries(files).map(([title, make]) => ({ title, type, make }))
}

/** A header, then the same bytes until the file is full. */
function repeated(start: Buffer, pattern: Buffer, bytes: number): Buffer {
  return Buffer.concat([start, Buffer.alloc(Math.max(0, bytes - start.length), pattern)])
}

function jpegs(bytes: number): Bomb[] {
  const start = hex('ffd8')
  const directory = Buffer.concat([hex('4d4d002a0000000803e8'), Buffer.alloc(12_000, hex('876900040000000100000008'))])
  const exif = Buffer.concat([hex('ffe12f00457869660000'), directory]).subarray(0, 0x2f02)
  return of('image/jpeg', {
    'a JPEG of beginnings': () => repeated(start, hex('ffd8'), bytes),
    'a JPEG of fill bytes': () => repeated(start, hex('ff'), bytes),
    'a JPEG of empty comments': () => repeated(start, hex('fffe0002'), bytes),
    'a JPEG of short comments': () => repeated(start, hex('fffe000341'), bytes),
    'a JPEG of empty tables': () => repeated(start, hex('ffc40002'), bytes),
    'a JPEG of restarts': () => repeated(start, hex('ffd0'), bytes),
    'a JPEG of EXIF directories that hold themselves': () => repeated(start, exif, bytes),
    'a JPEG of empty scans': () => repeated(start, hex('ffda0006000000000000ff01'), bytes),
  })
}

function pictures(bytes: number): Bomb[] {
  const png = hex('89504e470d0a1a0a0000000d49484452000000010000000108020000009077 53de'.replaceAll(' ', ''))
  const chunk = Buffer.concat([u32(0), text('tEXt'), u32(0)])
  const inflating = () => deflateSync(Buffer.alloc(bytes * 4), { level: 9 })
  const profileOf = (stream: Buffer) => Buffer.concat([u32(stream.length + 3), text('iCCPa\0\0'), stream, u32(0)])
  const webp = Buffer.concat([text('RIFF'), hex('fffffff7'), text('WEBP')])
  const gif = hex('474946383961010001000000002c00000000010001000002')
  return [
    ...of('image/png', {
      'a PNG of empty texts': () => repeated(png, chunk, bytes),
      'a PNG with a profile that inflates': () => repeated(Buffer.concat([png, profileOf(inflating())]), chunk, bytes),
    }),
    ...of('image/webp', { 'a WebP of empty chunks': () => repeated(webp, hex('4142434400000000'), bytes) }),
    ...of('image/gif', {
      'a GIF of blocks of one byte': () => repeated(gif, hex('0141'), bytes),
      'a GIF of comments of one byte': () => repeated(gif.subarray(0, 13), hex('21fe014100'), bytes),
    }),
  ]
}

function films(bytes: number): Bomb[] {
  const start = box('ftyp', text('isom\0\0\0\0isom'))
  const empty = hex('0000000866726565')
  const inside = (...types: string[]) =>
    types.toReversed().reduce<Buffer>((content, type) => box(type, content), filler(bytes))
  const filler = (size: number) => Buffer.alloc(size - (size % 8), empty)
  const filling = bytes - (bytes % 8)
  const depth = 2000
  const nested = Array.from({ length: depth }, (_, n) => Buffer.concat([u32(8 * (depth - n) + filling), text('trak')]))
  const tables = (sizes: Buffer) =>
    container('moov', [
      container('trak', [
        container('mdia', [
          fullBox('hdlr', text('\0\0\0\0vide\0\0\0\0\0\0\0\0\0\0\0\0\0')),
          container('minf', [
            container('stbl', [
              fullBox('stsc', Buffer.concat([u32(1), u32(1), u32(0xffff_ffff), u32(1)])),
              sizes,
              fullBox('stco', Buffer.concat([u32(bytes / 4), Buffer.alloc(bytes - (bytes % 4), u32(1))])),
            ]),
          ]),
        ]),
      ]),
    ])
  const run = () => box('trun', Buffer.concat([u32(0x200), u32(0xffff_ffff), Buffer.alloc(bytes)]))
  return of('video/mp4', {
    'a film of empty boxes': () => Buffer.concat([start, filler(bytes)]),
    'a film of empty films': () => repeated(start, hex('000000086d6f6f76'), bytes),
    'a film of empty boxes in a film': () => Buffer.concat([start, inside('moov')]),
    'a film of empty boxes in a table': () => Buffer.concat([start, inside('moov', 'trak', 'mdia', 'minf', 'stbl')]),
    'a film of tracks in tracks': () => Buffer.concat([start, container('moov', [...nested, filler(bytes)])]),
    'a film of more samples than numbers': () =>
      Buffer.concat([start, tables(fullBox('stsz', Buffer.concat([u32(0), u32(9)])))]),
    'a film of samples of one size': () =>
      Buffer.concat([start, tables(fullBox('stsz', Buffer.concat([u32(1), u32(9)])))]),
    'a film of an endless fragment': () =>
      Buffer.concat([start, box('moof', container('traf', [box('tfhd', Buffer.concat([u32(0), u32(1)])), run()]))]),
    'a film of empty fragments': () => repeated(start, box('moof', box('traf', Buffer.alloc(0))), bytes),
  })
}

function heics(bytes: number): Bomb[] {
  const start = box('ftyp', text('heic\0\0\0\0mif1heic'))
  const meta = (...content: Buffer[]) => Buffer.concat([start, fullBox('meta', Buffer.concat(content))])
  // Items without bytes: an item of 65 535 extents takes six bytes.
  const pieces = () => Buffer.concat([hex('0000000000'), hex('00ffff'), Buffer.alloc(bytes, hex('00010000ffff'))])
  const names = () => Buffer.alloc(bytes, box('infe', hex('020000000001000068766331')))
  return of('image/heic', {
    'a HEIC of pieces of no bytes': () => meta(box('iloc', pieces())),
    'a HEIC of items': () => meta(fullBox('iinf', Buffer.concat([hex('ffff'), names()]))),
    'a HEIC of empty properties': () =>
      meta(box('iprp', box('ipco', Buffer.alloc(bytes - (bytes % 8), hex('0000000866726565'))))),
    'a HEIC of boxes': () => meta(Buffer.alloc(bytes - (bytes % 8), hex('0000000866726565'))),
  })
}

function webms(bytes: number): Bomb[] {
  const start = hex('1a45dfa3874282847765626d1853806701ffffffffffffff')
  const track = hex('1654ae6b88ae86d7810283811100')
  return of('video/webm', {
    'a WebM of empty elements': () => repeated(start, hex('ec80'), bytes),
    'a WebM of open clusters': () => repeated(start, hex('1f43b67501ffffffffffffff'), bytes),
    'a WebM of blocks of subtitles': () =>
      repeated(Buffer.concat([start, track.subarray(0, 13)]), hex('a38482000000'), bytes),
    'a WebM of empty tags': () => repeated(start, hex('1254c36780'), bytes),
  })
}
