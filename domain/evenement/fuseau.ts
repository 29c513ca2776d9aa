import * as v from 'valibot'
import { dayMs, minuteMs } from '#domain/contract/durations.ts'
import { utcMs } from '#domain/contract/fields.ts'

/** The zone of events made before they had one, and of callers that name none. */
export const fuseauParDefaut = 'Europe/Paris'

/** An IANA time zone that this system supports. */
export const fuseauSchema = v.pipe(
  v.string('Le fuseau horaire est inconnu'),
  v.maxLength(64, 'Le fuseau horaire est inconnu'),
  v.check(isFuseau, 'Le fuseau horaire est inconnu'),
)

/** The zone of an event in an answer; an older node of the service sends none. */
export const fuseauAnswer = v.optional(v.string(), fuseauParDefaut)

/** Whether a text names an IANA time zone as it is written; an offset such as "+02:00" is not a zone. */
export function isFuseau(name: string): boolean {
  // Without Intl: its first format takes 150 ms on a slow phone.
  if (name === fuseauParDefaut) return true
  if (!/^[A-Z][\w+-]*(\/[A-Z][\w+-]*)*$/.test(name)) return false
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: name }))
  } catch {
    return false
  }
}

/** How far a zone's clocks are ahead of UTC at an instant, in milliseconds. @param instant milliseconds since 1970 */
export function fuseauOffset(instant: number, fuseau: string): number {
  if (fuseau === fuseauParDefaut && instant >= euRuleSince) return parisOffset(instant)
  const parts = new Map(
    formatOf(fuseau)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0
  const wall = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
  return wall - Math.floor(instant / 1000) * 1000
}

/** What a zone's clocks show at an instant: read the UTC fields of the result. */
export function wallClock(instant: string | number | Date, fuseau: string): Date {
  const time = new Date(instant).getTime()
  return new Date(time + fuseauOffset(time, fuseau))
}

/** An instant as `<input type="datetime-local">` takes it, in a zone: "2026-06-14T18:30". */
export function localTextOf(instant: string | number | Date, fuseau: string): string {
  return wallClock(instant, fuseau).toISOString().slice(0, 16)
}

export type LocalInstant =
  | { readonly kind: 'instant'; readonly iso: string }
  /** The clocks skip this time; `next` is what they show instead, "03:30". */
  | { readonly kind: 'gap'; readonly next: string }
  /** The date does not exist, such as 31 February. */
  | { readonly kind: 'invalid' }

/**
 * The instant at which a zone's clocks show a local time ("2026-06-14T18:30"). Of an hour that comes twice, when the
 * clocks go back, the first one is meant.
 */
export function instantOfLocal(local: string, fuseau: string): LocalInstant {
  const wall = utcMs(`${local}Z`)
  if (wall === null) return { kind: 'invalid' }
  // No zone is more than 14 hours away from UTC: the instant is between these two.
  const before = fuseauOffset(wall - dayMs, fuseau)
  const candidates = [before, fuseauOffset(wall + dayMs, fuseau)].map((offset) => wall - offset)
  const hits = candidates.filter((instant) => instant + fuseauOffset(instant, fuseau) === wall)
  if (hits.length === 0) return { kind: 'gap', next: localTextOf(wall - before, fuseau).slice(11) }
  return { kind: 'instant', iso: new Date(Math.min(...hits)).toISOString() }
}

/** The last Sundays of March and October at 01:00 UTC (directive 2000/84/EC; the same rule since 1996). */
const euRuleSince = Date.UTC(1996, 0, 1)

/**
 * Paris without Intl, which takes as long as in {@link isFuseau}: nearly every event is in this zone.
 */
function parisOffset(instant: number): number {
  const year = new Date(instant).getUTCFullYear()
  const isSummer = instant >= lastSundayAtOne(year, 2) && instant < lastSundayAtOne(year, 9)
  return (isSummer ? 2 : 1) * 60 * minuteMs
}

/** @param month 0 to 11, one of 31 days */
function lastSundayAtOne(year: number, month: number): number {
  const last = new Date(Date.UTC(year, month, 31, 1))
  return last.getTime() - last.getUTCDay() * dayMs
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** A browser that does not support the zone shows the event in UTC. */
function formatOf(fuseau: string): Intl.DateTimeFormat {
  const known = formats.get(fuseau)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: isFuseau(fuseau) ? fuseau : 'UTC',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formats.set(fuseau, format)
  return format
}
