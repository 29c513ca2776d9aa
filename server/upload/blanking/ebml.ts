import type { ParsedFile } from './parsedFile.ts'

/** An element of EBML (RFC 8794). Positions are byte offsets in the file. */
export interface Element {
  readonly id: number
  /** Offset of the id. */
  readonly at: number
  /** Offset of the payload. */
  readonly start: number
  /** The end of the parent when the size is unknown. */
  readonly end: number
  /** Whether the size is unknown (RFC 8794, 6.2). */
  readonly isOpen: boolean
}

/** Reads the element at a position; null when it is invalid or exceeds its parent. */
export function elementAt(file: ParsedFile, at: number, parentEnd: number): Element | null {
  const head = file.at(at, Math.min(12, parentEnd - at))
  const idLength = widthOf(head[0], 4)
  const sizeLength = widthOf(head[idLength], 8)
  if (idLength === 0 || sizeLength === 0 || head.length < idLength + sizeLength) return null
  const bits = head.subarray(idLength, idLength + sizeLength)
  let size = (bits[0] ?? 0) & (0xff >> sizeLength)
  let isOpen = size === 0xff >> sizeLength
  for (const byte of bits.subarray(1)) {
    size = size * 256 + byte
    isOpen &&= byte === 0xff
  }
  const start = at + idLength + sizeLength
  if (!isOpen && start + size > parentEnd) return null
  return { id: head.readUIntBE(0, idLength), at, start, end: isOpen ? parentEnd : start + size, isOpen }
}

/** Yields the children of an element in order. Bytes that are not a valid element are blanked. */
export function* elementsIn(file: ParsedFile, parent: Element): Generator<Element> {
  let at = parent.start
  while (at < parent.end) {
    file.step()
    const element = elementAt(file, at, parent.end)
    if (!element) {
      file.zero(at, parent.end)
      return
    }
    yield element
    at = element.end
  }
}

/** Reads an unsigned integer; 0 when it is empty or longer than 6 bytes. */
export function uintOf(file: ParsedFile, { start, end }: Element): number {
  const length = end - start
  return length === 0 || length > 6 ? 0 : file.at(start, length).readUIntBE(0, length)
}

/**
 * Byte length of a variable-length number: the leading zero bits of its first byte plus one. 0 when it exceeds `most`.
 */
function widthOf(first: number | undefined, most: number): number {
  if (first === undefined || first === 0) return 0
  const width = Math.clz32(first) - 23
  return width <= most ? width : 0
}

/** Replaces an element with a Void element of the same length, which readers skip. */
export function voidElement(file: ParsedFile, { at, start, end }: Element): void {
  const width = Math.min(8, start - at - 1)
  const length = Buffer.alloc(8)
  length.writeBigUInt64BE(BigInt(end - at - 1 - width) | (1n << BigInt(7 * width)))
  file.replace(at, Buffer.concat([Buffer.from([0xec]), length.subarray(8 - width)]))
  file.zero(at + 1 + width, end)
}
