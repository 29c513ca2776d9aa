import type { Evenement } from '#domain/evenement/evenement.ts'

type Dated = Pick<Evenement, 'id' | 'titre' | 'description' | 'dateDebut' | 'dateFin' | 'lieu' | 'statut'>

/** Octets of a line (RFC 5545, 3.1). */
const lineOctets = 75

/**
 * An event as a calendar file (RFC 5545): added twice, it stands there once.
 * @param now milliseconds since 1970
 */
export function calendarText(evenement: Dated, now: number): string {
  const { id, titre, description, dateDebut, dateFin, lieu, statut } = evenement
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Eclats//FR',
    'BEGIN:VEVENT',
    `UID:evenement-${id}@eclats`,
    `DTSTAMP:${instant(now)}`,
    `DTSTART:${instant(dateDebut)}`,
    `DTEND:${instant(dateFin)}`,
    `SUMMARY:${escaped(titre)}`,
    `LOCATION:${escaped(lieu)}`,
    `DESCRIPTION:${escaped(description)}`,
    `STATUS:${statut === 'ANNULE' ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

/** "20260614T183000Z". */
function instant(time: string | number): string {
  return new Date(time).toISOString().replaceAll(/[-:]|\.\d+/g, '')
}

function escaped(text: string): string {
  return text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll(/\r\n|\r|\n/g, String.raw`\n`)
}

/** Breaks a long line between characters, never inside of one. */
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
