const kib = 1024
const mib = 1024 * kib

/** Smallest and largest piece of one PATCH, and the first one, in bytes. */
export const chunkBounds = { min: 256 * kib, max: 8 * mib, start: mib } as const

/** Below this no proxy's limit is believed any more. */
const leastBytes = 16 * kib
const targetMs = 4000

/** How fast this line is, learnt piece by piece; one for all items of a drain. */
export interface Pace {
  /** Bytes of the next piece. */
  chunk: number
  /** Bytes per millisecond of the last piece; 0 before the first. */
  speed: number
}

export function startPace(): Pace {
  return { chunk: chunkBounds.start, speed: 0 }
}

/** Sizes the next piece for about 4 s of sending; growth is at most fourfold, so that one lucky piece misleads little. */
export function learn(pace: Pace, bytes: number, elapsedMs: number): void {
  pace.speed = bytes / Math.max(1, elapsedMs)
  // A piece smaller than asked (the tail of a file) says too little about the line to shrink the next one.
  const wanted = Math.min(pace.speed * targetMs, pace.chunk * 4)
  if (bytes < pace.chunk && wanted < pace.chunk) return
  pace.chunk = Math.round(Math.min(chunkBounds.max, Math.max(chunkBounds.min, wanted)))
}

/** After a stall: half the piece, not below 256 KiB. */
export function slowDown(pace: Pace): void {
  pace.chunk = Math.max(chunkBounds.min, Math.floor(pace.chunk / 2))
}

/**
 * After a 413 on the way: half of what was refused, below 256 KiB too.
 * @returns false when nothing smaller is worth a try
 */
export function halve(pace: Pace, refusedBytes: number): boolean {
  pace.chunk = Math.floor(Math.min(pace.chunk, refusedBytes) / 2)
  return pace.chunk >= leastBytes
}

/** When to hang up on a piece: after four times its expected time, between 20 s and 60 s. */
export function stallLimitMs(pace: Pace, bytes: number): number {
  const expected = pace.speed > 0 ? bytes / pace.speed : targetMs
  return Math.min(60_000, Math.max(20_000, 4 * expected))
}
