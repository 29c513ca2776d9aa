const dayMs = 86_400_000

/**
 * How many days are left until an instant, the begun one counted.
 * @param now milliseconds since 1970; the clock of this device may be behind the host's
 * @param most days that there are at the beginning
 */
export function daysLeft(until: string, now: number, most: number): number {
  return Math.min(most, Math.max(0, Math.ceil((Date.parse(until) - now) / dayMs)))
}
