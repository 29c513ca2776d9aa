import type { ByteSource } from './byteSource.ts'
import { type Patch, UnblankableFile } from './patch.ts'

const segment = 0x18538067
const cluster = 0x1f43b675
const privateElements = new Set([0x1254c367, 0x1941a469])
const maxElements = 2_000_000

/** What to blank in a WebM (RFC 8794, 9559): tags and attachments become Void elements. */
export async function blankWebm(source: ByteSource): Promise<Patch[]> {
  const patches: Patch[] = []
  let at = 0
  for (let seen = 0; at < source.size; seen += 1) {
    if (seen > maxElements) throw new UnblankableFile('too many elements')
    const element = await elementAt(source, at)
    if (!element) return [...patches, { start: at, end: source.size }]
    if (privateElements.has(element.id)) patches.push(...voidElement(at, element))
    // A browser's recorder leaves segments and clusters open-ended: their children are read as if beside them.
    const isOpen = element.id === segment || element.id === cluster || element.size === null
    at = isOpen ? element.start : element.start + (element.size ?? 0)
  }
  return patches
}

interface Element {
  readonly id: number
  readonly start: number
  /** Bytes of the payload; null when the writer did not know. */
  readonly size: number | null
}

async function elementAt(source: ByteSource, at: number): Promise<Element | null> {
  const head = await source.at(at, 12)
  const idLength = widthOf(head[0], 4)
  const sizeLength = widthOf(head[idLength], 8)
  if (idLength === 0 || sizeLength === 0 || head.length < idLength + sizeLength) return null
  const id = head.readUIntBE(0, idLength)
  const bits = head.subarray(idLength, idLength + sizeLength)
  let size = (bits[0] ?? 0) & (0xff >> sizeLength)
  let isUnknown = size === 0xff >> sizeLength
  for (const byte of bits.subarray(1)) {
    size = size * 256 + byte
    isUnknown &&= byte === 0xff
  }
  return { id, start: at + idLength + sizeLength, size: isUnknown ? null : size }
}

/** How many bytes a variable-length number takes: leading zero bits of its first byte, plus one. */
function widthOf(first: number | undefined, most: number): number {
  if (first === undefined || first === 0) return 0
  const width = Math.clz32(first) - 23
  return width <= most ? width : 0
}

function voidElement(at: number, { start, size }: Element): Patch[] {
  if (size === null) throw new UnblankableFile('open-ended tags')
  const end = start + size
  const total = end - at
  const width = Math.min(8, start - at - 1)
  const length = Buffer.alloc(8)
  length.writeBigUInt64BE(BigInt(total - 1 - width) | (1n << BigInt(7 * width)))
  const head = `ec${length.subarray(8 - width).toString('hex')}`
  return [
    { start: at, end: at + 1 + width, hex: head },
    { start: at + 1 + width, end },
  ]
}
