// Words of our own: the system's formats hold up the first screen of a slow phone for as long as a picture takes.
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

/** "sam. 12 déc.", with the year when it is not this one. */
export function formatDay(instant: Instant): string {
  return `${shortWeekday(instant)} ${shortDayMonth(instant)}${otherYear(instant)}`
}

/** "samedi 12 décembre, 16:00", with the year when it is not this one. */
export function formatDayTime(instant: Instant): string {
  return `${longDay(instant)}, ${formatTime(instant)}`
}

/** "12 décembre 2026". */
export function formatPlainDay(instant: Instant): string {
  return `${dayMonth(instant)} ${new Date(instant).getFullYear()}`
}

/** "12 décembre", with the year when it is not this one. */
export function formatDayMonth(instant: Instant): string {
  return `${dayMonth(instant)}${otherYear(instant)}`
}

/** "21:04". */
export function formatTime(instant: Instant): string {
  const date = new Date(instant)
  return [date.getHours(), date.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':')
}

/** "21 h". */
export function formatHour(instant: Instant): string {
  return `${new Date(instant).getHours()}\u00A0h`
}

/** "12 sept., 18:02". */
export function formatShortDayTime(instant: Instant): string {
  return `${shortDayMonth(instant)}, ${formatTime(instant)}`
}

/** "à 21:04" today, "le sam. 12 déc. à 21:04" before. */
export function formatWhen(instant: Instant): string {
  const isToday = new Date(instant).toDateString() === new Date().toDateString()
  return isToday ? `à ${formatTime(instant)}` : `le ${formatDay(instant)} à ${formatTime(instant)}`
}

/** How long ago: minutes under 60, then hours under 24, then days (specification, section 2). @param now milliseconds */
export function formatSince(instant: Instant, now: number): string {
  const lasting = formatLasting(instant, now)
  return lasting === null ? "À l'instant" : `Il y a ${lasting}`
}

/** "26 min", "3 h", "2 j"; null for less than a minute. @param now milliseconds */
export function formatLasting(instant: Instant, now: number): string | null {
  // A device whose clock is behind the host's sees what comes as now.
  const minutes = Math.max(0, Math.floor((now - new Date(instant).getTime()) / 60_000))
  if (minutes === 0) return null
  if (minutes < 60) return `${minutes}\u00A0min`
  const hours = Math.floor(minutes / 60)
  return hours < 24 ? `${hours}\u00A0h` : `${Math.floor(hours / 24)}\u00A0j`
}

/** "Aujourd'hui", "Hier", "mardi 12 décembre", with the year when it is not this one. @param now milliseconds */
export function formatDayName(instant: Instant, now: number): string {
  const date = new Date(instant)
  const yesterday = new Date(now)
  yesterday.setDate(yesterday.getDate() - 1)
  if (date.toDateString() === new Date(now).toDateString()) return "Aujourd'hui"
  if (date.toDateString() === yesterday.toDateString()) return 'Hier'
  return longDay(instant)
}

/** Parts of a date for a stub: "sam.", "26", "sept.". */
export function dateStub(instant: Instant): { weekday: string; day: string; month: string } {
  const date = new Date(instant)
  return {
    weekday: shortWeekday(instant),
    day: String(date.getDate()),
    month: shortMonths[date.getMonth()] ?? '',
  }
}

/** An instant as `<input type="datetime-local">` wants it, in the device's time. */
export function toLocalInput(instant: Instant): string {
  const date = new Date(instant)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** What a `datetime-local` field holds, as an ISO instant; an empty or broken text stays as it is. */
export function fromLocalInput(text: string): string {
  const date = new Date(text)
  return text === '' || Number.isNaN(date.getTime()) ? text : date.toISOString()
}

/** "samedi 12 décembre", with the year when it is not this one. */
function longDay(instant: Instant): string {
  return `${weekdays[new Date(instant).getDay()]} ${dayMonth(instant)}${otherYear(instant)}`
}

/** "sam.". */
function shortWeekday(instant: Instant): string {
  return `${weekdays[new Date(instant).getDay()]?.slice(0, 3)}.`
}

/** "12 décembre". */
function dayMonth(instant: Instant): string {
  return `${dayNumber(instant)} ${months[new Date(instant).getMonth()]}`
}

/** "12 déc.". */
function shortDayMonth(instant: Instant): string {
  return `${dayNumber(instant)} ${shortMonths[new Date(instant).getMonth()]}`
}

/** "1er", "2", "3". */
function dayNumber(instant: Instant): string {
  const number = new Date(instant).getDate()
  return number === 1 ? '1er' : String(number)
}

/** " 2025" when it is not this year. */
function otherYear(instant: Instant): string {
  const year = new Date(instant).getFullYear()
  return year === new Date().getFullYear() ? '' : ` ${year}`
}
