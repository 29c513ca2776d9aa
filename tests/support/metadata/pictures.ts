import { crc32, deflateSync } from 'node:zlib'
import { u32 } from '#tests/support/boxes.ts'
import { artistExif, markedExif } from './exif.ts'
import { markedProfiles } from './profile.ts'
import { marked, type MarkedFile, secret, secretBytes } from './secret.ts'

const text = (words: string) => Buffer.from(words, 'latin1')
const mapped = (files: Readonly<Record<string, Buffer>>, prefix: string, make: (content: Buffer) => Buffer) =>
  Object.fromEntries(Object.entries(files).map(([name, content]) => [`${prefix} ${name}`, make(content)]))
const hex = (n: number) => n.toString(16)

/** JPEGs with the secret in every segment, tag and gap. */
export function markedJpegs(jpeg: Buffer): MarkedFile[] {
  const segment = (marker: number, payload: Buffer) => {
    const head = Buffer.from([0xff, marker, 0, 0])
    head.writeUInt16BE(payload.length + 2, 2)
    return Buffer.concat([head, payload])
  }
  const withSegments = (...segments: Buffer[]) => Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)])
  const named = (marker: number, name: string, payload: Buffer = secretBytes) =>
    withSegments(segment(marker, Buffer.concat([text(name), payload])))
  const others = [...range(0xe0, 0xef), ...range(0xf0, 0xfe), 0x02, 0xbf]
  const jfif = text('JFIF\0\u0001\u0002\0\0\u0001\0\u0001\0\0')
  const thumbnail = Buffer.concat([jfif.subarray(0, 12), Buffer.from([1, 7]), secretBytes])
  const exif = Buffer.concat([text('Exif\0\0'), artistExif()])
  return marked('JPEG', {
    ...Object.fromEntries(others.map((marker) => [`segment ${hex(marker)}`, named(marker, '')])),
    'JFIF thumbnail': withSegments(segment(0xe0, thumbnail)),
    'behind JFIF': withSegments(segment(0xe0, Buffer.concat([jfif, secretBytes]))),
    'JFXX JPEG thumbnail': named(0xe0, 'JFXX\0\u0010'),
    'JFXX palette thumbnail': named(0xe0, 'JFXX\0\u0011'),
    'JFXX colour thumbnail': named(0xe0, 'JFXX\0\u0013'),
    XMP: named(0xe1, 'http://ns.adobe.com/xap/1.0/\0'),
    'extended XMP': named(0xe1, 'http://ns.adobe.com/xmp/extension/\0'),
    'a second EXIF': withSegments(segment(0xe1, exif), segment(0xe1, exif)),
    'multi-picture index': named(0xe2, 'MPF\0'),
    FlashPix: named(0xe2, 'FPXR\0'),
    'half a colour profile': named(0xe2, 'ICC_PROFILE\0\u0001\u0002'),
    Photoshop: named(0xed, 'Photoshop 3.0\0'),
    'behind Adobe': named(0xee, 'Adobe\0d\0\0\0\0\u0001'),
    'a second Adobe': withSegments(
      segment(0xee, text('Adobe\0d\0\0\0\0\u0001')),
      segment(0xee, Buffer.concat([text('Adobe'), secretBytes])),
    ),
    'behind the picture': Buffer.concat([jpeg, secretBytes]),
    'between segments': Buffer.concat([withSegments(segment(0xfe, Buffer.alloc(2))), secretBytes]),
    ...mapped(markedExif(), 'EXIF', (block) => named(0xe1, 'Exif\0\0', block)),
    ...mapped(markedProfiles(), 'profile', (profile) => named(0xe2, 'ICC_PROFILE\0\u0001\u0001', profile)),
  })
}

/** PNGs with the secret in every chunk and after them. */
export function markedPngs(png: Buffer): MarkedFile[] {
  const chunk = (type: string, data: Buffer) => {
    const content = Buffer.concat([text(type), data])
    return Buffer.concat([u32(data.length), content, u32(crc32(content))])
  }
  const withChunks = (...chunks: Buffer[]) => Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)])
  const types = 'tEXt zTXt iTXt dSIG sPLT hIST oFFs pCAL sCAL gIFg gIFx vpAg caNv orNT prVt aBCd'.split(' ')
  const fixed = 'gAMA cHRM sRGB sBIT pHYs tIME cICP cLLI mDCV acTL fcTL'.split(' ')
  const long = Buffer.concat([Buffer.alloc(40), secretBytes])
  return marked('PNG', {
    ...Object.fromEntries(types.map((type) => [`chunk ${type}`, withChunks(chunk(type, secretBytes))])),
    ...Object.fromEntries(fixed.map((type) => [`behind ${type}`, withChunks(chunk(type, long))])),
    'behind the picture': Buffer.concat([png, secretBytes]),
    'a second EXIF': withChunks(chunk('eXIf', artistExif()), chunk('eXIf', artistExif())),
    ...mapped({ Artist: artistExif() }, 'EXIF', (block) => withChunks(chunk('eXIf', block))),
    ...mapped(markedProfiles(), 'profile', (profile) =>
      withChunks(chunk('iCCP', Buffer.concat([text(`${secret}\0\0`), deflateSync(profile, { level: 1 })]))),
    ),
  })
}

/** WebPs with the secret in every chunk and after them. */
export function markedWebps(webp: Buffer): MarkedFile[] {
  const chunk = (type: string, data: Buffer) => {
    const head = Buffer.alloc(8)
    head.write(type, 'latin1')
    head.writeUInt32LE(data.length, 4)
    return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
  }
  const withChunks = (...chunks: Buffer[]) => {
    const file = Buffer.concat([webp, ...chunks])
    file.writeUInt32LE(file.length - 8, 4)
    return file
  }
  const frame = (inside: Buffer) => chunk('ANMF', Buffer.concat([Buffer.alloc(16), inside]))
  return marked('WebP', {
    XMP: withChunks(chunk('XMP ', secretBytes)),
    'unknown chunk': withChunks(chunk('ABCD', secretBytes)),
    'a second EXIF': withChunks(chunk('EXIF', artistExif()), chunk('EXIF', artistExif())),
    'EXIF Artist': withChunks(chunk('EXIF', artistExif())),
    'behind the animation': withChunks(chunk('ANIM', Buffer.concat([Buffer.alloc(6), secretBytes]))),
    'behind the extended header': withChunks(chunk('VP8X', Buffer.concat([Buffer.alloc(10), secretBytes]))),
    'unknown chunk of a frame': withChunks(frame(chunk('ABCD', secretBytes))),
    'behind the file': Buffer.concat([webp, secretBytes]),
    ...mapped(markedProfiles(), 'profile', (profile) => withChunks(chunk('ICCP', profile))),
  })
}

/** GIFs with the secret in every extension and after them. */
export function markedGifs(gif: Buffer): MarkedFile[] {
  const blocks = (...parts: Buffer[]) =>
    Buffer.concat([...parts.flatMap((part) => [Buffer.from([part.length]), part]), Buffer.alloc(1)])
  const extended = (label: number, ...parts: Buffer[]) =>
    Buffer.concat([gif.subarray(0, -1), Buffer.from([0x21, label]), blocks(...parts), Buffer.from([0x3b])])
  return marked('GIF', {
    comment: extended(0xfe, secretBytes),
    'plain text': extended(0x01, Buffer.alloc(12), secretBytes),
    'XMP application': extended(0xff, text('XMP DataXMP'), secretBytes),
    'profile application': extended(0xff, text('ICCRGBG1012'), secretBytes),
    'looping of another length': extended(0xff, text('NETSCAPE2.0'), secretBytes),
    'timing of another length': extended(0xf9, secretBytes),
    'unknown extension': extended(0x77, secretBytes),
    'behind the picture': Buffer.concat([gif, secretBytes]),
  })
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, n) => from + n)
}
