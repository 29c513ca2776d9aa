const second = 1000
const minute = 60 * second

/** Between two tries at an item that the server could not serve: 2 s to 10 min. */
export const backoffBounds = { first: 2 * second, last: 10 * minute } as const

/** Between two tries at a network that does not answer: half a second to 30 s, for a link that comes and goes. */
const netBounds = { first: second / 2, last: 30 * second } as const

/** How long a full server (507), and anything else that only time mends, is left alone: 1 h. */
export const blockedMs = 60 * minute

/**
 * Full jitter: any moment between the least wait and a ceiling that doubles.
 * @param attempts how often it failed already, from 0
 * @param random from 0 to 1
 */
export function backoffMs(attempts: number, random: number): number {
  return jitter(backoffBounds, attempts, random)
}

/** The same for a network without an answer. */
export function netDelayMs(netFailures: number, random: number): number {
  return jitter(netBounds, netFailures, random)
}

function jitter(bounds: { first: number; last: number }, attempts: number, random: number): number {
  const ceiling = Math.min(bounds.last, bounds.first * 2 ** Math.min(attempts + 1, 20))
  return Math.round(bounds.first + random * (ceiling - bounds.first))
}
