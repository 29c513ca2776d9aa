import { type Box, boxesIn, nameAt } from './movieBoxes.ts'

/** The local recording time with its zone (QuickTime File Format, metadata keys). */
const dateKey = 'com.apple.quicktime.creationdate'

/**
 * The recording time that an iPhone writes into the index of a video, with its zone.
 * @returns milliseconds since 1970; null without it
 * @throws RangeError when the index is damaged
 */
export function writtenDate(view: DataView): number | null {
  return instantOf(dateTag(view, 0, view.byteLength))
}

/** "2026-06-20T21:04:00+0200"; not every browser parses an offset without colon. */
function instantOf(text = ''): number | null {
  const [, local, hours, minutes] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)([+-]\d\d):?(\d\d)$/.exec(text) ?? []
  const instant = Date.parse(`${local}${hours}:${minutes}`)
  return Number.isNaN(instant) ? null : instant
}

function dateTag(view: DataView, from: number, to: number): string | undefined {
  for (const box of boxesIn(view, from, to)) {
    const found = dateInBox(view, box)
    if (found !== undefined) return found
  }
  return undefined
}

function dateInBox(view: DataView, { name, offset, size }: Box): string | undefined {
  if (name === 'moov' || name === 'udta') return dateTag(view, offset + 8, offset + size)
  return name === 'meta' ? dateInMeta(view, offset, offset + size) : undefined
}

/** The keys of a box "meta" and its values, each of which has the number of its key in place of a name. */
function dateInMeta(view: DataView, offset: number, end: number): string | undefined {
  // By ISO/IEC 14496-12 the box begins with a version, in QuickTime it does not.
  const start = offset + (nameAt(view, offset + 8) === 'hdlr' ? 8 : 12)
  const boxes = new Map([...boxesIn(view, start, end)].map((box) => [box.name, box]))
  const [keys, values] = [boxes.get('keys'), boxes.get('ilst')]
  if (!keys || !values) return undefined
  const names = [...boxesIn(view, keys.offset + 16, keys.offset + keys.size)]
  const number = names.findIndex((key) => textIn(view, key.offset + 8, key.offset + key.size) === dateKey) + 1
  if (number === 0) return undefined
  for (const value of boxesIn(view, values.offset + 8, values.offset + values.size)) {
    if (view.getUint32(value.offset + 4) !== number) continue
    const [data] = boxesIn(view, value.offset + 8, value.offset + value.size)
    return data && textIn(view, data.offset + 16, data.offset + data.size)
  }
  return undefined
}

function textIn(view: DataView, from: number, to: number): string {
  return new TextDecoder().decode(view.buffer.slice(from, to))
}
