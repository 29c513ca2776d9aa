const firstMs = 2000
const mostMs = 60_000

/**
 * How long to wait before the stream is opened again, in milliseconds: doubled with each failure, at most a minute, and
 * spread out, so that the phones of a whole party do not come back in the same instant.
 * @param failures attempts in a row that led to nothing; 0 after a good stream
 * @param chance 0 to 1
 */
export function reconnectWait(failures: number, chance: number = Math.random()): number {
  const longest = Math.min(mostMs, firstMs * 2 ** failures)
  return Math.round(longest * (0.5 + chance / 2))
}
