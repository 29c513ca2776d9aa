import { minuteMs, secondMs } from '#domain/contract/durations.ts'
import type { HttpAnswer } from './ports.ts'

/** Delay between two attempts that the server could not serve: 2 s to 10 min. */
const backoffBounds = { first: 2 * secondMs, last: 10 * minuteMs } as const

/** Delay between two attempts without an answer: 0.5 s to 30 s, for a connection that comes and goes. */
const netBounds = { first: secondMs / 2, last: 30 * secondMs } as const

/** Delay after 507 (storage full) and other errors that only time resolves: 1 h. */
export const blockedMs = 60 * minuteMs

/**
 * Full jitter: a random delay between the lower bound and a ceiling that doubles with each attempt, in milliseconds.
 * @param attempts number of failures so far, from 0
 * @param random from 0 to 1
 */
export function backoffMs(attempts: number, random: number): number {
  return jitter(backoffBounds, attempts, random)
}

/** Like {@link backoffMs}, after attempts without an answer. */
export function netDelayMs(netFailures: number, random: number): number {
  return jitter(netBounds, netFailures, random)
}

/**
 * Delay before the next attempt, in milliseconds: the Retry-After of the answer, or {@link backoffMs} without one. At
 * most 10 minutes after the answer of a proxy, which may ask for a whole day.
 */
export function waitAfterMs(
  { tus, retryAfterMs }: Pick<HttpAnswer, 'tus' | 'retryAfterMs'>,
  { attempts, random }: { attempts: number; random: number },
): number {
  const waitMs = retryAfterMs ?? backoffMs(attempts, random)
  return tus ? waitMs : Math.min(backoffBounds.last, waitMs)
}

function jitter(bounds: { first: number; last: number }, attempts: number, random: number): number {
  const ceiling = Math.min(bounds.last, bounds.first * 2 ** Math.min(attempts + 1, 20))
  return Math.round(bounds.first + random * (ceiling - bounds.first))
}
