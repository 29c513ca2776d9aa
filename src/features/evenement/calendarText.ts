import { dayMs, minuteMs } from '#domain/contract/durations.ts'
import type { Evenement } from '#domain/evenement/evenement.ts'
import { fuseauOffset, wallClock } from '#domain/evenement/fuseau.ts'

type Dated = Pick<Evenement, 'id' | 'titre' | 'description' | 'dateDebut' | 'dateFin' | 'fuseau' | 'lieu' | 'statut'>

/** For a longer event, only the clock changes of its first two years are written. */
const lookAheadMs = 730 * dayMs

/** Maximum octets of a line (RFC 5545, 3.1). */
const lineOctets = 75

interface Written {
  /** The host of the app: two hosts have an event of the same id. */
  readonly host: string
  /** Milliseconds since 1970. */
  readonly now: number
}

/** An event as a calendar file (RFC 5545). Its UID is stable: adding the file twice creates one entry. */
export function calendarText(evenement: Dated, { host, now }: Written): string {
  const { id, titre, description, dateDebut, dateFin, fuseau, lieu, statut } = evenement
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Eclats//FR',
    ...zoneLines(evenement),
    'BEGIN:VEVENT',
    `UID:evenement-${id}@${host}`,
    `DTSTAMP:${instant(now)}`,
    `DTSTART;TZID=${fuseau}:${local(dateDebut, fuseau)}`,
    `DTEND;TZID=${fuseau}:${local(dateFin, fuseau)}`,
    `SUMMARY:${escaped(titre)}`,
    `LOCATION:${escaped(lieu)}`,
    `DESCRIPTION:${escaped(description)}`,
    `STATUS:${statut === 'ANNULE' ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

/** The zone's offsets that the event needs (RFC 5545, 3.6.5): the one at its start, and every change until its end. */
function zoneLines({ dateDebut, dateFin, fuseau }: Dated): string[] {
  const from = Date.parse(dateDebut)
  const to = Math.min(Date.parse(dateFin), from + lookAheadMs)
  const offset = fuseauOffset(from, fuseau)
  const first = observance({ at: from, before: offset, after: offset, fuseau })
  const changes = clockChanges(from, to, fuseau).flatMap((at) =>
    observance({ at, before: fuseauOffset(at - 1, fuseau), after: fuseauOffset(at, fuseau), fuseau }),
  )
  return ['BEGIN:VTIMEZONE', `TZID:${fuseau}`, ...first, ...changes, 'END:VTIMEZONE']
}

interface Change {
  readonly at: number
  /** Offset from UTC in milliseconds, before and after. */
  readonly before: number
  readonly after: number
  readonly fuseau: string
}

function observance({ at, before, after, fuseau }: Change): string[] {
  const kind = after > before ? 'DAYLIGHT' : 'STANDARD'
  return [
    `BEGIN:${kind}`,
    // In local time with the offset before the change (RFC 5545, 3.8.2.4).
    `DTSTART:${compact(new Date(at + before))}`,
    `TZOFFSETFROM:${offsetText(before)}`,
    `TZOFFSETTO:${offsetText(after)}`,
    `TZNAME:${fuseau}`,
    `END:${kind}`,
  ]
}

/** Instants at which a zone's offset changes, after `from` and until `to`; searched day by day, then to the minute. */
function clockChanges(from: number, to: number, fuseau: string): number[] {
  const changes: number[] = []
  // In whole minutes, or the search for the minute might not end.
  const end = Math.ceil(to / minuteMs) * minuteMs
  for (let day = Math.floor(from / minuteMs) * minuteMs; day < end; day += dayMs) {
    let [low, high] = [day, Math.min(day + dayMs, end)]
    const before = fuseauOffset(low, fuseau)
    if (fuseauOffset(high, fuseau) === before) continue
    while (high - low > minuteMs) {
      const middle = Math.floor((low + high) / 2 / minuteMs) * minuteMs
      if (fuseauOffset(middle, fuseau) === before) low = middle
      else high = middle
    }
    changes.push(high)
  }
  return changes
}

/** "20260614T203000": local time in a zone. */
function local(time: string, fuseau: string): string {
  return compact(wallClock(time, fuseau))
}

/** "+0200", "-0330". */
function offsetText(offset: number): string {
  const minutes = Math.abs(offset) / minuteMs
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'))
  return `${offset < 0 ? '-' : '+'}${hours}${rest}`
}

function compact(clock: Date): string {
  return clock.toISOString().replaceAll(/[-:]|\.\d+Z$/g, '')
}

/** "20260614T183000Z". */
function instant(time: string | number): string {
  return new Date(time).toISOString().replaceAll(/[-:]|\.\d+/g, '')
}

/** Text pasted from other programs contains vertical tabs as line breaks. Other controls are not allowed (3.3.11). */
function escaped(text: string): string {
  return text
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll(/\r\n|[\r\n\v\f\u0085\u2028\u2029]/g, String.raw`\n`)
    .replaceAll(/[^\P{Cc}\t]/gu, '')
}

/** Folds a long line between characters, never inside a UTF-8 sequence. */
function folded(line: string): string {
  const encoder = new TextEncoder()
  let octets = 0
  return Array.from(line, (character) => {
    const size = encoder.encode(character).length
    const isFull = octets + size > lineOctets
    octets = isFull ? size + 1 : octets + size
    return isFull ? `\r\n ${character}` : character
  }).join('')
}
