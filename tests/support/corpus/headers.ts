import { crc32, deflateSync } from 'node:zlib'

export function boxOf(type: string, payload: string): Buffer {
  const bytes = Buffer.concat([Buffer.alloc(4), Buffer.from(type), Buffer.from(payload)])
  bytes.writeUInt32BE(bytes.length)
  return bytes
}

export function withComment(jpeg: Buffer, text: string): Buffer {
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, 0]), Buffer.from(text)])
  comment.writeUInt16BE(text.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)])
}

/** A truncated PNG with these dimensions in its header. */
export function pngHeader(width: number, height: number): Buffer {
  const header = Buffer.from('89504e470d0a1a0a0000000d4948445200000000000000000802000000', 'hex')
  header.writeUInt32BE(width, 16)
  header.writeUInt32BE(height, 20)
  const data = deflateSync(Buffer.alloc(1000))
  return Buffer.concat([header, crcOf(header.subarray(12)), chunk('IDAT', data)])
}

function crcOf(bytes: Buffer): Buffer {
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(bytes))
  return sum
}

function chunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  return Buffer.concat([length, content, crcOf(content)])
}

/** A truncated JPEG with these dimensions in its header. */
export function jpegHeader(width: number, height: number): Buffer {
  const frame = Buffer.from('ffc0001108000000000301220002110103110100', 'hex').subarray(0, 19)
  frame.writeUInt16BE(height, 5)
  frame.writeUInt16BE(width, 7)
  const scan = Buffer.from('ffda000c03010002110311003f00', 'hex')
  return Buffer.concat([Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'), frame, scan, Buffer.alloc(300)])
}

/** A truncated GIF with these dimensions in its header. */
export function gifHeader(width: number, height: number): Buffer {
  const header = Buffer.from('474946383961000000000000002c00000000000000000002024c01003b', 'hex')
  header.writeUInt16LE(width, 6)
  header.writeUInt16LE(height, 8)
  header.writeUInt16LE(width, 18)
  header.writeUInt16LE(height, 20)
  return Buffer.concat([header, Buffer.alloc(100)])
}
