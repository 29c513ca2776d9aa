const kib = 1024
const mib = 1024 * kib

/** Smallest and largest piece of one PATCH, and the first one on an unknown line, in bytes. */
export const chunkBounds = { min: 32 * kib, max: 8 * mib, start: 128 * kib } as const

/** Below this no proxy's limit is believed any more. */
const leastBytes = 16 * kib
/** On a line with 400 ms from end to end, the pause between two pieces costs 4 % of such a piece. */
const targetMs = 10_000
const stallBounds = { least: 20_000, most: 60_000 } as const

/** How fast this line is, learnt piece by piece; one for all items of a drain, however many of them share it. */
export interface Pace {
  /** Bytes of the next piece. */
  chunk: number
  /** Bytes per millisecond; 0 before the first piece. */
  speed: number
}

/** @param speed what is remembered of this line, in bytes per millisecond; 0 when nothing is */
export function startPace(speed = 0): Pace {
  return { chunk: speed > 0 ? chunkFor(speed) : chunkBounds.start, speed }
}

/**
 * Sizes the next piece for about 10 s of sending; growth is at most fourfold, so that one lucky piece misleads little.
 * @param lanes how many files were being sent meanwhile
 */
export function learn(pace: Pace, bytes: number, elapsedMs: number, lanes = 1): void {
  // A piece smaller than asked (the tail of a file, a small photo) is mostly waiting: it says too little to slow down, or
  // of what the other files got meanwhile.
  const isWhole = bytes >= pace.chunk
  const measured = (bytes * (isWhole ? lanes : 1)) / Math.max(1, elapsedMs)
  if (!isWhole && measured < pace.speed) return
  pace.speed = measured
  const wanted = Math.min(chunkFor(measured), pace.chunk * 4)
  if (!isWhole && wanted < pace.chunk) return
  pace.chunk = wanted
}

/** After a piece that was cut short: what the server has of it, in the time that was given to it. */
export function learnFromPart(pace: Pace, bytes: number, elapsedMs: number, lanes = 1): void {
  pace.speed = (bytes * lanes) / Math.max(1, elapsedMs)
  pace.chunk = chunkFor(pace.speed)
}

/** After a piece without an answer: half of it. */
export function slowDown(pace: Pace): void {
  pace.chunk = Math.max(chunkBounds.min, Math.floor(pace.chunk / 2))
}

/**
 * After a 413 on the way: half of what was refused, below the smallest piece too.
 * @returns false when nothing smaller is worth a try
 */
export function halve(pace: Pace, refusedBytes: number): boolean {
  pace.chunk = Math.floor(Math.min(pace.chunk, refusedBytes) / 2)
  return pace.chunk >= leastBytes
}

/** When to hang up on a piece: after four times its expected time, between 20 s and 60 s. */
export function stallLimitMs(pace: Pace, bytes: number): number {
  const expected = pace.speed > 0 ? bytes / pace.speed : 0
  return Math.min(stallBounds.most, Math.max(stallBounds.least, 4 * expected))
}

/** Whether a file leaves within a moment: then it may go beside another without keeping that one back. */
export function isQuick({ chunk, speed }: Pace, bytes: number): boolean {
  return bytes <= chunk && bytes <= speed * 1000
}

/** Whether a file leaves within some seconds: beside another one, each of them takes twice as long. */
export function isBrief({ speed }: Pace, bytes: number): boolean {
  return bytes <= speed * 15_000
}

function chunkFor(speed: number): number {
  return Math.round(Math.min(chunkBounds.max, Math.max(chunkBounds.min, speed * targetMs)))
}
