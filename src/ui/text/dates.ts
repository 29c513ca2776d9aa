import { dayMs } from '#domain/contract/durations.ts'
import { fuseauOffset, wallClock } from '#domain/evenement/fuseau.ts'
import { heureDe } from '#domain/evenement/fuseauNames.ts'

// Own words instead of Intl.DateTimeFormat: creating formatters delays the first render on a slow phone.
const weekdays = ['dimanche', 'lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi']
const months = [
  'janvier',
  'février',
  'mars',
  'avril',
  'mai',
  'juin',
  'juillet',
  'août',
  'septembre',
  'octobre',
  'novembre',
  'décembre',
]
const shortMonths = ['janv.', 'févr.', 'mars', 'avr.', 'mai', 'juin', 'juil.', 'août', 'sept.', 'oct.', 'nov.', 'déc.']

type Instant = string | number | Date

/** Date and time of day in a time zone. */
interface Wall {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly weekday: number
  readonly hours: number
  readonly minutes: number
}

/** @param fuseau IANA name of the zone; the device's when absent */
export function wallOf(instant: Instant, fuseau: string | undefined): Wall {
  const date = new Date(instant)
  if (fuseau !== undefined && !isOnDeviceTime(instant, fuseau)) {
    const clock = wallClock(date, fuseau)
    return {
      year: clock.getUTCFullYear(),
      month: clock.getUTCMonth(),
      day: clock.getUTCDate(),
      weekday: clock.getUTCDay(),
      hours: clock.getUTCHours(),
      minutes: clock.getUTCMinutes(),
    }
  }
  return {
    year: date.getFullYear(),
    month: date.getMonth(),
    day: date.getDate(),
    weekday: date.getDay(),
    hours: date.getHours(),
    minutes: date.getMinutes(),
  }
}

/** Whether the device's time zone has the same offset as the zone at an instant. */
function isOnDeviceTime(instant: Instant, fuseau: string): boolean {
  const date = new Date(instant)
  return fuseauOffset(date.getTime(), fuseau) === -date.getTimezoneOffset() * 60_000
}

let hasDevice = true

/** For a page that is rendered without a device: an event's time is shown as to a person in its zone. */
export function renderWithoutDevice(): void {
  hasDevice = false
}

/** ", heure de New York" when the device's time differs from the zone's; otherwise empty. */
export function zoneSuffix(instant: Instant, fuseau: string | undefined): string {
  return fuseau === undefined || !hasDevice || isOnDeviceTime(instant, fuseau) ? '' : `, ${heureDe(fuseau, instant)}`
}

/** "2026-06-14" by the calendar of the device, for the name of a file. */
export function isoDay(instant: Instant): string {
  const { year, month, day } = wallOf(instant, undefined)
  return [year, month + 1, day].map((part) => String(part).padStart(2, '0')).join('-')
}

/** "sam. 12 déc.", with the year when it is not this one. */
export function formatDay(instant: Instant, fuseau?: string): string {
  return `${shortWeekday(instant, fuseau)} ${shortDayMonth(instant, fuseau)}${otherYear(instant, fuseau)}`
}

/** "samedi 12 décembre, 16:00, heure de New York": a time of an event, with its zone when the device's differs. */
export function formatEventDayTime(instant: Instant, fuseau: string | undefined): string {
  return `${formatDayTime(instant, fuseau)}${zoneSuffix(instant, fuseau)}`
}

/** "16:00, heure de New York". */
export function formatEventTime(instant: Instant, fuseau: string | undefined): string {
  return `${formatTime(instant, fuseau)}${zoneSuffix(instant, fuseau)}`
}

/** "samedi 12 décembre, 16:00", with the year when it is not this one. */
export function formatDayTime(instant: Instant, fuseau?: string): string {
  return `${longDay(instant, fuseau)}, ${formatTime(instant, fuseau)}`
}

/** "12 décembre 2026". */
export function formatPlainDay(instant: Instant): string {
  return `${dayMonth(instant)} ${new Date(instant).getFullYear()}`
}

/** "12 décembre", with the year when it is not this one. */
export function formatDayMonth(instant: Instant, fuseau?: string): string {
  return `${dayMonth(instant, fuseau)}${otherYear(instant, fuseau)}`
}

/** "21:04". */
export function formatTime(instant: Instant, fuseau?: string): string {
  const { hours, minutes } = wallOf(instant, fuseau)
  return [hours, minutes].map((part) => String(part).padStart(2, '0')).join(':')
}

/** "21 h". */
export function formatHour(instant: Instant): string {
  return `${new Date(instant).getHours()}\u00A0h`
}

/** "12 sept., 18:02", with the year when it is not this one. */
export function formatShortDayTime(instant: Instant, fuseau?: string): string {
  return `${shortDayMonth(instant, fuseau)}${otherYear(instant, fuseau)}, ${formatTime(instant, fuseau)}`
}

/** "à 21:04" today, "le sam. 12 déc. à 21:04" on another day. @param now the device's time when absent */
export function formatWhen(instant: Instant, fuseau?: string, now: Instant = Date.now()): string {
  const time = formatTime(instant, fuseau)
  return isSameDay(instant, now, fuseau) ? `à ${time}` : `le ${formatDay(instant, fuseau)} à ${time}`
}

/**
 * Elapsed time: minutes under 60, then hours under 24, then days (specification, section 2). @param now milliseconds
 */
export function formatSince(instant: Instant, now: number): string {
  const lasting = formatLasting(instant, now)
  return lasting === null ? "À l'instant" : `Il y a ${lasting}`
}

/** "26 min", "3 h", "2 j"; null for less than a minute. @param now milliseconds */
export function formatLasting(instant: Instant, now: number): string | null {
  // Negative when the device's clock is behind the server's: shown as now.
  const minutes = Math.max(0, Math.floor((now - new Date(instant).getTime()) / 60_000))
  if (minutes === 0) return null
  if (minutes < 60) return `${minutes}\u00A0min`
  const hours = Math.floor(minutes / 60)
  return hours < 24 ? `${hours}\u00A0h` : `${Math.floor(hours / 24)}\u00A0j`
}

/** "Aujourd'hui", "Hier", "mardi 12 décembre", with the year when it is not this one. @param now milliseconds */
export function formatDayName(instant: Instant, now: number, fuseau?: string): string {
  const daysAgo = dayCount(now, fuseau) - dayCount(instant, fuseau)
  if (daysAgo === 0) return "Aujourd'hui"
  return daysAgo === 1 ? 'Hier' : longDay(instant, fuseau)
}

/** Whether two instants are on the same day in a zone; in the device's when undefined. */
export function isSameDay(one: Instant, other: Instant, fuseau: string | undefined): boolean {
  return dayCount(one, fuseau) === dayCount(other, fuseau)
}

/** Calendar days since 1970. */
function dayCount(instant: Instant, fuseau: string | undefined): number {
  const { year, month, day } = wallOf(instant, fuseau)
  return Date.UTC(year, month, day) / dayMs
}

/** Parts of a date for a badge: "sam.", "26", "sept.". */
export function dateStub(instant: Instant, fuseau?: string): { weekday: string; day: string; month: string } {
  const { day, month } = wallOf(instant, fuseau)
  return { weekday: shortWeekday(instant, fuseau), day: String(day), month: shortMonths[month] ?? '' }
}

/** "samedi 12 décembre", with the year when it is not this one. */
function longDay(instant: Instant, fuseau?: string): string {
  return `${weekdays[wallOf(instant, fuseau).weekday]} ${dayMonth(instant, fuseau)}${otherYear(instant, fuseau)}`
}

/** "sam.". */
function shortWeekday(instant: Instant, fuseau?: string): string {
  return `${weekdays[wallOf(instant, fuseau).weekday]?.slice(0, 3)}.`
}

/** "12 décembre". */
function dayMonth(instant: Instant, fuseau?: string): string {
  return `${dayNumber(instant, fuseau)} ${months[wallOf(instant, fuseau).month]}`
}

/** "12 déc.". */
function shortDayMonth(instant: Instant, fuseau?: string): string {
  return `${dayNumber(instant, fuseau)} ${shortMonths[wallOf(instant, fuseau).month]}`
}

/** "1er", "2", "3". */
function dayNumber(instant: Instant, fuseau?: string): string {
  const { day } = wallOf(instant, fuseau)
  return day === 1 ? '1er' : String(day)
}

/** " 2025" when it is not this year. */
function otherYear(instant: Instant, fuseau?: string): string {
  const { year } = wallOf(instant, fuseau)
  return year === new Date().getFullYear() ? '' : ` ${year}`
}

/** "il y a 2 heures" for "Il y a 2 heures": the text of a time, put inside a sentence. */
export function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
