import type { MediaMimeType } from '#domain/upload/uploadLimits.ts'

/** Number of leading bytes that {@link mediaTypeOf} needs. */
export const magicByteCount = 64

const heicBrands = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'])
const avifBrands = new Set(['avif', 'avis'])
const movieBrands = /^(isom|iso\d|mp4\d|avc\d|M4V |M4VP|M4A |MSNV|dash|3g[p2]\w|mmp4|f4v |XAVC|mp71)$/

/**
 * The type of a media by its first bytes, never by its name.
 * @param head the first bytes of the file, 64 are enough
 * @returns the MIME type, or undefined when the type is not accepted
 */
export function mediaTypeOf(head: Uint8Array): MediaMimeType | undefined {
  if (starts(head, 0xff, 0xd8, 0xff)) return 'image/jpeg'
  if (starts(head, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png'
  if (/^GIF8[79]a$/.test(ascii(head, 0, 6))) return 'image/gif'
  if (ascii(head, 0, 4) === 'RIFF' && ascii(head, 8, 4) === 'WEBP') return 'image/webp'
  if (starts(head, 0x1a, 0x45, 0xdf, 0xa3)) return includesAscii(head, 'webm') ? 'video/webm' : undefined
  const box = ascii(head, 4, 4)
  if (box === 'ftyp') return typeOfBrands(brandsOf(head))
  return box === 'moov' || box === 'wide' || box === 'mdat' ? 'video/quicktime' : undefined
}

function typeOfBrands(brands: readonly string[]): MediaMimeType | undefined {
  if (brands.some((brand) => avifBrands.has(brand))) return 'image/avif'
  if (brands.some((brand) => heicBrands.has(brand))) return 'image/heic'
  if (brands[0] === 'qt  ') return 'video/quicktime'
  return brands.some((brand) => movieBrands.test(brand)) ? 'video/mp4' : undefined
}

function brandsOf(head: Uint8Array): string[] {
  const size = ((head[0] ?? 0) << 24) | ((head[1] ?? 0) << 16) | ((head[2] ?? 0) << 8) | (head[3] ?? 0)
  const brands = [ascii(head, 8, 4)]
  for (let at = 16; at + 4 <= Math.min(size, head.length); at += 4) brands.push(ascii(head, at, 4))
  return brands
}

function starts(head: Uint8Array, ...bytes: number[]): boolean {
  return bytes.every((byte, at) => head[at] === byte)
}

function ascii(head: Uint8Array, from: number, length: number): string {
  return String.fromCharCode(...head.subarray(from, from + length))
}

function includesAscii(head: Uint8Array, text: string): boolean {
  return ascii(head, 0, head.length).includes(text)
}
