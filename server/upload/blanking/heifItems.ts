import { type Box, boxesOf } from './box.ts'
import type { ByteSource } from './byteSource.ts'
import type { Patch } from './patch.ts'

/** One item of a HEIF file and where its bytes lie; null when they are built in a way we do not follow. */
export interface HeifItem {
  readonly type: string
  readonly spans: Patch[] | null
}

/** Items of a `meta` box: `iinf` tells their type, `iloc` where they are (ISO/IEC 14496-12, 8.11). */
export async function itemsOf(source: ByteSource, meta: Box): Promise<HeifItem[]> {
  const boxes = new Map((await boxesOf(source, meta.start + 4, meta.end)).map((box) => [box.type, box]))
  const types = await typesOf(source, boxes.get('iinf'))
  const idat = boxes.get('idat')
  const places = await placesOf(source, boxes.get('iloc'), idat?.start)
  return [...types].map(([id, type]) => ({ type, spans: places.get(id) ?? null }))
}

async function typesOf(source: ByteSource, box: Box | undefined): Promise<Map<number, string>> {
  if (!box) return new Map()
  const version = (await source.at(box.start, 1))[0] ?? 0
  const entries = await boxesOf(source, box.start + (version === 0 ? 6 : 8), box.end)
  const types = new Map<number, string>()
  for (const entry of entries) {
    const head = await source.at(entry.start, 14)
    const isWide = head[0] === 3
    if ((head[0] ?? 0) < 2 || head.length < 14) continue
    const id = isWide ? head.readUInt32BE(4) : head.readUInt16BE(4)
    types.set(id, head.toString('latin1', isWide ? 10 : 8, isWide ? 14 : 12))
  }
  return types
}

async function placesOf(
  source: ByteSource,
  box: Box | undefined,
  idatStart: number | undefined,
): Promise<Map<number, Patch[] | null>> {
  const places = new Map<number, Patch[] | null>()
  if (!box) return places
  const bytes = Buffer.from(await source.at(box.start, box.end - box.start))
  const cursor = cursorOver(bytes)
  const version = cursor.take(1)
  cursor.take(3)
  const sizes = cursor.take(2)
  const [offsetSize, lengthSize] = [(sizes >> 12) & 15, (sizes >> 8) & 15]
  const [baseSize, indexSize] = [(sizes >> 4) & 15, version === 0 ? 0 : sizes & 15]
  const count = cursor.take(version < 2 ? 2 : 4)
  for (let n = 0; n < count; n += 1) {
    const id = cursor.take(version < 2 ? 2 : 4)
    const method = version === 0 ? 0 : cursor.take(2) & 15
    cursor.take(2)
    const base = cursor.take(baseSize)
    const origin = method === 0 ? 0 : method === 1 ? idatStart : undefined
    const spans: Patch[] = []
    for (let extents = cursor.take(2); extents > 0; extents -= 1) {
      cursor.take(indexSize)
      const start = (origin ?? 0) + base + cursor.take(offsetSize)
      const length = cursor.take(lengthSize)
      spans.push({
        start: Math.min(start, source.size),
        end: length === 0 ? source.size : Math.min(start + length, source.size),
      })
    }
    places.set(id, origin === undefined ? null : spans)
  }
  return places
}

/** Big-endian numbers one after the other; behind the end it throws a RangeError. */
function cursorOver(bytes: Buffer): { take: (size: number) => number } {
  let at = 0
  return {
    take(size) {
      let value = 0
      for (let n = 0; n < size; n += 1) value = value * 256 + bytes.readUInt8(at + n)
      at += size
      return value
    },
  }
}
