import { UnblankableFile } from './patch.ts'

const packetType = { identification: 1, comment: 3, setup: 5 }

/**
 * Blanks the comments in the three headers of Vorbis audio in Matroska (RFC 9559, codec mappings). A vendor string of
 * zeros fills their space.
 * @throws UnblankableFile when there are not exactly three headers
 */
export function cleanVorbis(bytes: Buffer): Buffer {
  const clean = Buffer.from(bytes)
  if (bytes[0] !== 2) throw new UnblankableFile('not three headers')
  const first = lacedLength(bytes, 1)
  const second = lacedLength(bytes, first.next)
  const comment = clean.subarray(second.next + first.length, second.next + first.length + second.length)
  const isWhole = bytes[second.next] === packetType.identification && comment[0] === packetType.comment
  if (!isWhole || comment.length < 16) throw new UnblankableFile('not three headers')
  const vendorBytes = comment.length - 16
  comment.fill(0, 7)
  comment.writeUInt32LE(vendorBytes, 7)
  comment[comment.length - 1] = 1
  return clean
}

/** A length encoded as a sum of bytes; the last byte is less than 255. */
function lacedLength(bytes: Buffer, from: number): { length: number; next: number } {
  let length = 0
  for (let at = from; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    length += byte
    if (byte < 255) return { length, next: at + 1 }
  }
  throw new UnblankableFile('a length without an end')
}
