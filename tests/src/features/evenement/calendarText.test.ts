import { expect, test } from 'vitest'
import { calendarText } from '#src/features/evenement/calendarText.ts'

const evenement = {
  id: 7,
  titre: 'Mariage ; de Léa, et "Karim" \\ Noé',
  description: `Cérémonie à 15 h\nDîner sous les guirlandes. ${'é🎉'.repeat(60)}`,
  dateDebut: '2026-06-14T13:00:00.000Z',
  dateFin: '2026-06-15T02:30:00.000Z',
  fuseau: 'Europe/Paris',
  lieu: 'Château, Annecy',
  statut: 'EN_COURS',
} as const
const on = { host: 'eclats.example', now: 0 }

test('folds lines and escapes texts so that a calendar reads the complete event', () => {
  const text = calendarText(evenement, { host: 'photos.example', now: Date.parse('2026-06-01T08:00:00.000Z') })
  const lines = text.split('\r\n')
  expect(lines.at(-1)).toBe('')
  expect(Math.max(...lines.map((line) => new TextEncoder().encode(line).length))).toBeLessThanOrEqual(75)
  const unfolded = text.replaceAll('\r\n ', '').split('\r\n')
  expect(unfolded).toContain('DTSTART;TZID=Europe/Paris:20260614T150000')
  expect(unfolded).toContain('DTEND;TZID=Europe/Paris:20260615T043000')
  expect(unfolded).toContain('UID:evenement-7@photos.example')
  expect(unfolded).toContain('SUMMARY:Mariage \\; de Léa\\, et "Karim" \\\\ Noé')
  expect(unfolded).toContain('LOCATION:Château\\, Annecy')
  expect(unfolded.find((line) => line.startsWith('DESCRIPTION:'))).toBe(
    `DESCRIPTION:${evenement.description.replace('\n', '\\n')}`,
  )
})

test('names events of two hosts differently, so that neither replaces the other in a calendar', () => {
  const uidOn = (host: string) => /^UID:(.*)$/m.exec(calendarText(evenement, { ...on, host }))?.[1]
  expect(uidOn('photos.example')).not.toBe(uidOn('souvenirs.example'))
})

test('writes no control character, which a calendar would reject with the file', () => {
  const pasted = { titre: 'Dîner\u0007 du soir', description: 'Salle\vParc\tà 15 h\u0085' }
  const text = calendarText({ ...evenement, ...pasted }, on)
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[^\P{Cc}\t]/u)
  expect(text).toContain('\r\nSUMMARY:Dîner du soir\r\n')
  expect(text).toContain('\r\nDESCRIPTION:Salle\\nParc\tà 15 h\\n\r\n')
})

test('marks a cancelled event as cancelled', () => {
  expect(calendarText({ ...evenement, statut: 'ANNULE' }, on)).toContain('\r\nSTATUS:CANCELLED\r\n')
})

test('describes the zone with a daylight saving change during the event', () => {
  const night = {
    dateDebut: '2026-11-01T03:00:00.000Z',
    dateFin: '2026-11-01T10:00:00.000Z',
    fuseau: 'America/New_York',
  }
  const text = calendarText({ ...evenement, ...night }, on)
  expect(text.split('\r\n').slice(3, 17)).toEqual([
    'BEGIN:VTIMEZONE',
    'TZID:America/New_York',
    'BEGIN:STANDARD',
    'DTSTART:20261031T230000',
    'TZOFFSETFROM:-0400',
    'TZOFFSETTO:-0400',
    'TZNAME:America/New_York',
    'END:STANDARD',
    'BEGIN:STANDARD',
    'DTSTART:20261101T020000',
    'TZOFFSETFROM:-0400',
    'TZOFFSETTO:-0500',
    'TZNAME:America/New_York',
    'END:STANDARD',
  ])
  expect(text).toContain('\r\nDTSTART;TZID=America/New_York:20261031T230000\r\n')
  expect(text).toContain('\r\nDTEND;TZID=America/New_York:20261101T050000\r\n')
})

test('finds a clock change in an event of a minute that does not begin with one', () => {
  const short = {
    dateDebut: '2026-11-01T05:59:01.000Z',
    dateFin: '2026-11-01T06:00:02.000Z',
    fuseau: 'America/New_York',
  }
  const starts = calendarText({ ...evenement, ...short }, on).match(/^DTSTART:.*$/gm)
  expect(starts).toEqual(['DTSTART:20261101T015901', 'DTSTART:20261101T020000'])
})
