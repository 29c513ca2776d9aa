/** Boxes that contain others on the way to the times (ISO/IEC 14496-12, 8.1 to 8.4). */
const containers = new Set(['moov', 'trak', 'mdia'])
const timed = new Set(['mvhd', 'tkhd', 'mdhd'])
/** An index larger than that is not read for its times. */
const maxIndexBytes = 64 * 1024 * 1024

/**
 * Gives a video the recording time of another: the writer puts the current time everywhere.
 * @param video an MP4 or QuickTime file with 32-bit times, the index in front
 * @param source the file whose time is taken; without one, 0, which means unknown
 */
export async function withMovieTimes(video: Blob, source: Blob): Promise<Blob> {
  const [box, theirs] = await Promise.all([movieBox(video), movieBox(source)])
  if (!box) return video
  const recordedAt = theirs ? firstTime(new DataView(await theirs.blob.arrayBuffer())) : 0
  const view = new DataView(await box.blob.arrayBuffer())
  for (const offset of timedBoxes(view)) {
    if (view.getUint8(offset + 8) !== 0) continue
    view.setUint32(offset + 12, recordedAt)
    view.setUint32(offset + 16, recordedAt)
  }
  return new Blob([video.slice(0, box.offset), view.buffer, video.slice(box.offset + box.blob.size)])
}

/** The box "moov" of a file. */
async function movieBox(file: Blob): Promise<{ offset: number; blob: Blob } | undefined> {
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

/** Seconds since 1904 in the first timed box; 0 when there is none or it does not fit in 32 bits. */
function firstTime(view: DataView): number {
  for (const offset of timedBoxes(view)) {
    if (view.getUint8(offset + 8) === 0) return view.getUint32(offset + 12)
    const time = view.getBigUint64(offset + 12)
    return time <= 0xff_ff_ff_ffn ? Number(time) : 0
  }
  return 0
}

/** Where the boxes with times begin, inside the box at `from`. */
function* timedBoxes(view: DataView, from = 0, to = view.byteLength): Generator<number> {
  for (let offset = from; offset + 24 <= to;) {
    const [size, name] = [view.getUint32(offset), nameAt(view, offset)]
    if (size < 8 || offset + size > to) return
    if (timed.has(name)) yield offset
    if (containers.has(name)) yield* timedBoxes(view, offset + 8, offset + size)
    offset += size
  }
}

function nameAt(view: DataView, offset: number): string {
  return String.fromCharCode(...[4, 5, 6, 7].map((byte) => view.getUint8(offset + byte)))
}
