import { boxesIn, movieBox } from './movieBoxes.ts'
import { writtenDate } from './writtenDate.ts'

/** From 1904, where the times of an index begin, to 1970. */
export const secondsTo1970 = 2_082_844_800

/** Boxes that contain others on the way to the times (ISO/IEC 14496-12, 8.1 to 8.4). */
const containers = new Set(['moov', 'trak', 'mdia'])
const timed = new Set(['mvhd', 'tkhd', 'mdhd'])

/**
 * Gives a video the recording time of another: the writer puts the current time everywhere.
 * @param video an MP4 or QuickTime file with 32-bit times, the index in front
 * @param source the file whose time is taken; without one, 0, which means unknown
 */
export async function withMovieTimes(video: Blob, source: Blob): Promise<Blob> {
  const [box, theirs] = await Promise.all([movieBox(video), movieBox(source)])
  if (!box) return video
  const recordedAt = theirs ? recordingTime(new DataView(await theirs.blob.arrayBuffer())) : 0
  const view = new DataView(await box.blob.arrayBuffer())
  for (const offset of timedBoxes(view)) {
    if (view.getUint8(offset + 8) !== 0) continue
    view.setUint32(offset + 12, recordedAt)
    view.setUint32(offset + 16, recordedAt)
  }
  return new Blob([video.slice(0, box.offset), view.buffer, video.slice(box.offset + box.blob.size)])
}

/** Seconds since 1904: the date that an iPhone writes is dropped with the other tags. */
function recordingTime(view: DataView): number {
  const written = writtenDate(view)
  return written === null ? firstTime(view) : Math.floor(written / 1000) + secondsTo1970
}

/**
 * The recording time in an index.
 * @returns seconds since 1904; 0 when there is none or it does not fit in 32 bits
 */
export function firstTime(view: DataView): number {
  for (const offset of timedBoxes(view)) {
    if (view.getUint8(offset + 8) === 0) return view.getUint32(offset + 12)
    const time = view.getBigUint64(offset + 12)
    return time <= 0xff_ff_ff_ffn ? Number(time) : 0
  }
  return 0
}

/** Where the boxes with times begin, inside the box at `from`. */
function* timedBoxes(view: DataView, from = 0, to = view.byteLength): Generator<number> {
  for (const { name, offset, size } of boxesIn(view, from, to)) {
    if (timed.has(name) && size >= 24) yield offset
    if (containers.has(name)) yield* timedBoxes(view, offset + 8, offset + size)
  }
}
