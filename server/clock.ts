/** The one source of the current time, so that a test can move it. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/** The instant as every column and every answer holds it: ISO 8601, UTC, milliseconds (product 35). */
export function nowIso(clock: Clock): string {
  return clock.now().toISOString()
}

/** The instant that lies `ms` milliseconds from now (negative: before). */
export function isoFromNow(clock: Clock, ms: number): string {
  return new Date(clock.now().getTime() + ms).toISOString()
}

const wallClock = new Intl.DateTimeFormat('sv-SE', {
  dateStyle: 'short',
  timeStyle: 'medium',
  timeZone: 'Europe/Paris',
})

/** What the clock on the wall shows at an instant: `2026-06-14 18:30:05`, in the time of Paris (product 35). */
export function wallTime(iso: string): string {
  return wallClock.format(new Date(iso))
}
