/** An index larger than that is not read. */
const maxIndexBytes = 64 * 1024 * 1024

/** A box of ISO/IEC 14496-12, 4.2: its size, its name, its content. */
export interface Box {
  readonly name: string
  readonly offset: number
  readonly size: number
}

/** The index of an MP4 or QuickTime file: its box "moov". */
export async function movieBox(file: Blob): Promise<{ offset: number; blob: Blob } | undefined> {
  for (let offset = 0; offset + 8 <= file.size;) {
    const view = new DataView(await file.slice(offset, offset + 16).arrayBuffer())
    const short = view.getUint32(0)
    const size = short === 1 && view.byteLength === 16 ? Number(view.getBigUint64(8)) : short
    if (nameAt(view, 0) === 'moov' && size <= maxIndexBytes) return { offset, blob: file.slice(offset, offset + size) }
    if (size < 8) return undefined
    offset += size
  }
  return undefined
}

/** The boxes from one offset to another, up to the first damaged one. */
export function* boxesIn(view: DataView, from: number, to: number): Generator<Box> {
  for (let offset = from; offset + 8 <= to;) {
    const size = view.getUint32(offset)
    if (size < 8 || offset + size > to) return
    yield { name: nameAt(view, offset), offset, size }
    offset += size
  }
}

/** The name of the box at an offset. @throws RangeError behind the end */
export function nameAt(view: DataView, offset: number): string {
  return String.fromCharCode(...[4, 5, 6, 7].map((byte) => view.getUint8(offset + byte)))
}
