const firstMs = 2000
const maxMs = 60_000

/**
 * Wait before reconnecting, in milliseconds: doubles with each failure up to one minute, with random jitter so that all
 * clients do not reconnect at the same time.
 * @param failures consecutive failed attempts; 0 after a good connection
 * @param chance 0 to 1
 */
export function reconnectWait(failures: number, chance: number = Math.random()): number {
  const longest = Math.min(maxMs, firstMs * 2 ** failures)
  return Math.round(longest * (0.5 + chance / 2))
}
