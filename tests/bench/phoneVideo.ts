import { box, container, fullBox, u32 } from '#tests/support/boxes.ts'

/** 30 s at 30 images a second. */
const frames = 900
const text = (words: string) => Buffer.from(words, 'latin1')
const start = box('ftyp', text('mp42\0\0\0\0mp42isom'))

/**
 * A video as a phone writes it: frames first, then their table and the place where it was filmed. The coded frames are
 * no pictures, so nothing can decode them.
 * @param length bytes
 */
export function videoBytes(length: number): Buffer {
  const at = start.length + 8
  const frameBytes = Math.floor((length - at - movieOf(at, 0).length) / frames)
  const coded = Buffer.alloc(frames * frameBytes, 0x5a)
  // Two videos are never the same.
  coded.writeUInt32BE(Math.floor(Math.random() * 2 ** 32), 0)
  coded.writeUInt32BE(Math.floor(Math.random() * 2 ** 32), 4)
  const film = Buffer.concat([start, box('mdat', coded), movieOf(at, frameBytes)])
  return Buffer.concat([film, box('free', Buffer.alloc(length - film.length - 8))])
}

function movieOf(position: number, frameBytes: number): Buffer {
  const samples = [
    fullBox('stsd', Buffer.concat([u32(1), box('avc1', Buffer.alloc(78))])),
    fullBox('stts', Buffer.concat([u32(1), u32(frames), u32(1000)])),
    fullBox('stsc', Buffer.concat([u32(1), u32(1), u32(frames), u32(1)])),
    fullBox('stsz', Buffer.concat([u32(frameBytes), u32(frames)])),
    fullBox('stco', Buffer.concat([u32(1), u32(position)])),
  ]
  const media = container('minf', [
    fullBox('vmhd', Buffer.alloc(8)),
    container('dinf', [fullBox('dref', Buffer.concat([u32(1), box('url ', u32(1))]))]),
    container('stbl', samples),
  ])
  const handler = fullBox('hdlr', Buffer.concat([u32(0), text('vide'), Buffer.alloc(13)]))
  const track = container('trak', [
    fullBox('tkhd', Buffer.concat([u32(0), u32(0), u32(1), Buffer.alloc(68)])),
    container('mdia', [fullBox('mdhd', Buffer.alloc(20)), handler, media]),
  ])
  const place = box('\xa9xyz', Buffer.concat([Buffer.from([0, 18, 0x15, 0xc7]), text('+48.8566+002.3522/')]))
  return container('moov', [fullBox('mvhd', Buffer.alloc(96)), track, container('udta', [place])])
}
