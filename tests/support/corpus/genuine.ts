import sharp from 'sharp'
import type { MediaMimeType } from '#domain/upload/uploadLimits.ts'
import { box, container, fullBox, u32 } from '#tests/support/boxes.ts'

/** A small valid file of each accepted type; HEIC and videos have their boxes and a minimal picture. */
export async function genuineFiles(): Promise<Readonly<Record<MediaMimeType, Buffer>>> {
  const drawn = (hue: number) =>
    sharp({ create: { width: 64, height: 48, channels: 3, background: { r: hue, g: 90, b: 160 } } })
  return {
    'image/jpeg': await drawn(10).jpeg().toBuffer(),
    'image/png': await drawn(20).png().toBuffer(),
    'image/webp': await drawn(30).webp().toBuffer(),
    'image/gif': await drawn(40).gif().toBuffer(),
    'image/avif': await drawn(50).avif({ effort: 0 }).toBuffer(),
    'image/heic': film('heic', 'mif1'),
    'video/mp4': film('isom', 'mp42'),
    'video/quicktime': film('qt  ', 'qt  '),
    'video/webm': Buffer.concat([
      Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282847765626d', 'hex'),
      filling,
    ]),
  }
}

const filling = Buffer.alloc(256, 0x20)

/** A file of boxes with these brands. */
export function film(brand: string, ...others: string[]): Buffer {
  const brands = [Buffer.from(brand, 'latin1'), u32(0), ...others.map((other) => Buffer.from(other, 'latin1'))]
  const header = fullBox('mvhd', Buffer.alloc(96))
  return Buffer.concat([box('ftyp', Buffer.concat(brands)), container('moov', [header]), box('mdat', filling)])
}
