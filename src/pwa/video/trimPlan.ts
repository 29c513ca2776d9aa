/** The packets of one track of a video, in decode order; the arrays have the same length. */
export interface TrackPackets {
  /** When each is presented, in seconds. */
  readonly times: Float64Array
  /** Bytes. */
  readonly sizes: Uint32Array
  /** 1 for a packet that is decoded without the ones before it. */
  readonly keys: Uint8Array
}

/** What is known of a video without reading its pictures and sound. */
export interface VideoPackets {
  /** Seconds. */
  readonly duration: number
  readonly picture: TrackPackets
  readonly sounds: readonly TrackPackets[]
}

/** The packets of a track from `from` to before `to`, in decode order. */
export interface TrackPart {
  readonly from: number
  readonly to: number
  /** When the first one is presented, in seconds. */
  readonly begin: number
}

/** What is copied for a part of a video. */
export interface TrimPlan {
  /** When the part really begins, in seconds: at a key frame. */
  readonly begin: number
  /** When its last picture begins, in seconds. */
  readonly end: number
  /** Bytes of the new file, at most. */
  readonly size: number
  readonly picture: TrackPart
  readonly sounds: readonly TrackPart[]
}

/** Most bytes that the index of a file needs for one packet, in its tables stts, stss, ctts, stsc, stsz and co64. */
const indexBytesPerPacket = 36
/** Most bytes of the other boxes in front of the packets, 4 KiB of them reserved by the writer. */
const headBytes = 16 * 1024

/**
 * Chooses the packets to copy for the part from `begin` to `end`, in seconds. The part begins at the last key frame
 * before `begin`, because the pictures after it cannot be decoded without it.
 */
export function trimPlan({ picture, sounds }: VideoPackets, begin: number, end: number): TrimPlan {
  const picturePart = picturesOf(picture, begin, end)
  const last = lastTime(picture, picturePart)
  const stop = Math.max(end, last)
  const soundParts = sounds.map((sound) => soundsOf(sound, picturePart.begin, stop))
  const size = [bytesOf(picture, picturePart), ...sounds.map((sound, index) => bytesOf(sound, soundParts[index]))]
  return {
    begin: picturePart.begin,
    end: last,
    size: size.reduce((sum, bytes) => sum + bytes, headBytes),
    picture: picturePart,
    sounds: soundParts,
  }
}

/**
 * The last whole second at which a part that begins at `begin` has at most `maxBytes`; one second after it at least.
 */
export function longestEnd(video: VideoPackets, begin: number, maxBytes: number): number {
  let [fits, tooLong] = [begin + 1, Math.ceil(video.duration) + 1]
  while (tooLong - fits > 1) {
    const end = Math.floor((fits + tooLong) / 2)
    if (trimPlan(video, begin, end).size <= maxBytes) fits = end
    else tooLong = end
  }
  return fits
}

function picturesOf({ times, keys }: TrackPackets, begin: number, end: number): TrackPart {
  let from = 0
  for (let index = 1; index < times.length; index++)
    if (keys[index] === 1 && timeAt(times, index) <= begin && timeAt(times, index) >= timeAt(times, from)) from = index
  // Pictures are not decoded in the order they are presented: leave no gap before the last one that is taken.
  let [to, last] = [from + 1, timeAt(times, from)]
  for (let index = to; index < times.length; index++) {
    if (timeAt(times, index) >= Math.max(end, last)) continue
    for (; to <= index; to++) last = Math.max(last, timeAt(times, to))
  }
  return { from, to, begin: timeAt(times, from) }
}

/** Sound is presented in the order it is decoded. */
function soundsOf({ times }: TrackPackets, begin: number, end: number): TrackPart {
  const from = times.findIndex((time) => time >= begin)
  if (from === -1) return { from: 0, to: 0, begin: 0 }
  const count = times.subarray(from).findIndex((time) => time >= end)
  return { from, to: count === -1 ? times.length : from + count, begin: timeAt(times, from) }
}

function lastTime({ times }: TrackPackets, { from, to }: TrackPart): number {
  return times.subarray(from, to).reduce((last, time) => Math.max(last, time), 0)
}

function bytesOf({ sizes }: TrackPackets, part: TrackPart | undefined): number {
  if (part === undefined) return 0
  return sizes.subarray(part.from, part.to).reduce((sum, size) => sum + size + indexBytesPerPacket, 0)
}

function timeAt(times: Float64Array, index: number): number {
  return times[index] ?? 0
}
