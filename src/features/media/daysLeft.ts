import { corbeilleDays } from '#domain/media/media.ts'

const dayMs = 86_400_000

/** How many days of a bin are left until then, the begun one counted. @param now milliseconds since 1970 */
export function daysLeft(until: string, now: number): number {
  // The clock of this device may be behind the host's.
  return Math.min(corbeilleDays, Math.max(0, Math.ceil((Date.parse(until) - now) / dayMs)))
}
