import { wallClock } from '#domain/evenement/fuseau.ts'
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

/** What the clock on the wall shows at an instant in a zone: `2026-06-14 18:30:05`. @param fuseau IANA name */
export function wallTime(iso: string, fuseau: string): string {
  return wallClock(iso, fuseau).toISOString().slice(0, 19).replace('T', ' ')
}
