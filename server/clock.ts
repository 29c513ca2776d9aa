import { wallClock } from '#domain/evenement/fuseau.ts'
/** The only source of the current time, so that tests can set it. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/** The current time as in every column and response: ISO 8601, UTC, milliseconds (product 35). */
export function nowIso(clock: Clock): string {
  return clock.now().toISOString()
}

/** The instant `ms` milliseconds from now (negative: before). */
export function isoFromNow(clock: Clock, ms: number): string {
  return new Date(clock.now().getTime() + ms).toISOString()
}

/** The local time of an instant in a zone: `2026-06-14 18:30:05`. @param fuseau IANA name */
export function wallTime(iso: string, fuseau: string): string {
  return wallClock(iso, fuseau).toISOString().slice(0, 19).replace('T', ' ')
}
