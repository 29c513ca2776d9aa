const day = new Intl.DateTimeFormat('fr-FR', { weekday: 'short', day: 'numeric', month: 'short' })
const dayYear = new Intl.DateTimeFormat('fr-FR', { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })
const longDay = new Intl.DateTimeFormat('fr-FR', { weekday: 'long', day: 'numeric', month: 'long' })
const longDayYear = new Intl.DateTimeFormat('fr-FR', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})
const plainDay = new Intl.DateTimeFormat('fr-FR', { day: 'numeric', month: 'long', year: 'numeric' })
const time = new Intl.DateTimeFormat('fr-FR', { hour: '2-digit', minute: '2-digit' })

type Instant = string | number | Date

/** "sam. 12 déc.", with the year when it is not this one. */
export function formatDay(instant: Instant): string {
  return (isThisYear(instant) ? day : dayYear).format(new Date(instant))
}

/** "samedi 12 décembre, 16:00", with the year when it is not this one. */
export function formatDayTime(instant: Instant): string {
  const date = new Date(instant)
  return `${(isThisYear(instant) ? longDay : longDayYear).format(date)}, ${time.format(date)}`
}

/** "12 décembre 2026". */
export function formatPlainDay(instant: Instant): string {
  return plainDay.format(new Date(instant))
}

/** "21:04". */
export function formatTime(instant: Instant): string {
  return time.format(new Date(instant))
}

/** "12 sept., 18:02". */
export function formatShortDayTime(instant: Instant): string {
  const date = new Date(instant)
  return `${dayMonth.format(date)}, ${time.format(date)}`
}
const dayMonth = new Intl.DateTimeFormat('fr-FR', { day: 'numeric', month: 'short' })

/** "à 21:04" today, "le sam. 12 déc. à 21:04" before. */
export function formatWhen(instant: Instant): string {
  const date = new Date(instant)
  const isToday = date.toDateString() === new Date().toDateString()
  return isToday ? `à ${time.format(date)}` : `le ${formatDay(instant)} à ${time.format(date)}`
}

/** Parts of a date for a stub: "sam.", "26", "sept.". */
export function dateStub(instant: Instant): { weekday: string; day: string; month: string } {
  const parts = new Map(day.formatToParts(new Date(instant)).map((part) => [part.type, part.value]))
  return { weekday: parts.get('weekday') ?? '', day: parts.get('day') ?? '', month: parts.get('month') ?? '' }
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

function isThisYear(instant: Instant): boolean {
  return new Date(instant).getFullYear() === new Date().getFullYear()
}
