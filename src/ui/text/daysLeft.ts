import { dayMs } from '#domain/contract/durations.ts'

/**
 * Days left until an instant, including the current one.
 * @param now milliseconds since 1970; the device's clock may be behind the server's
 * @param most number of days at the beginning
 */
export function daysLeft(until: string, now: number, most: number): number {
  return Math.min(most, Math.max(0, Math.ceil((Date.parse(until) - now) / dayMs)))
}
