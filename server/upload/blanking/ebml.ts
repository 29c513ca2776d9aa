import type { ParsedFile } from './parsedFile.ts'

/** An element of EBML (RFC 8794). Positions are bytes in the file. */
export interface Element {
  readonly id: number
  /** Where its id begins. */
  readonly at: number
  /** Where its payload begins. */
  readonly start: number
  /** The end of its parent when it is open. */
  readonly end: number
  /** Its writer did not know its length. */
  readonly isOpen: boolean
}

/** The element at a position; null where there is none, or where it reaches beyond its parent. */
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

/** The children of an element, one after the other; what is none is blanked. */
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

/** A whole number; 0 for what is longer than 6 bytes. */
export function uintOf(file: ParsedFile, { start, end }: Element): number {
  const length = end - start
  return length === 0 || length > 6 ? 0 : file.at(start, length).readUIntBE(0, length)
}

/** How many bytes a variable-length number takes: leading zero bits of its first byte, plus one. */
function widthOf(first: number | undefined, most: number): number {
  if (first === undefined || first === 0) return 0
  const width = Math.clz32(first) - 23
  return width <= most ? width : 0
}

/** Makes an element one that readers skip, of the same length. */
export function voidElement(file: ParsedFile, { at, start, end }: Element): void {
  const width = Math.min(8, start - at - 1)
  const length = Buffer.alloc(8)
  length.writeBigUInt64BE(BigInt(end - at - 1 - width) | (1n << BigInt(7 * width)))
  file.replace(at, Buffer.concat([Buffer.from([0xec]), length.subarray(8 - width)]))
  file.zero(at + 1 + width, end)
}
