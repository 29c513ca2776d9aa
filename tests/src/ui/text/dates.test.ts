import { expect, test } from 'vitest'
import {
  dateStub,
  formatDay,
  formatDayMonth,
  formatDayName,
  formatDayTime,
  formatEventDayTime,
  formatEventTime,
  formatPlainDay,
  formatShortDayTime,
  formatSince,
  isoDay,
  zoneSuffix,
} from '#src/ui/text/dates.ts'

const now = new Date(2026, 5, 14, 18, 0).getTime()
const minutesAgo = (minutes: number) => now - minutes * 60_000

test.each([
  [-5, "À l'instant"],
  [0, "À l'instant"],
  [0.9, "À l'instant"],
  [1, 'Il y a 1\u00A0min'],
  [59.9, 'Il y a 59\u00A0min'],
  [60, 'Il y a 1\u00A0h'],
  [24 * 60 - 0.1, 'Il y a 23\u00A0h'],
  [24 * 60, 'Il y a 1\u00A0j'],
  [40 * 24 * 60, 'Il y a 40\u00A0j'],
])('formats %d minutes ago as "%s"', (minutes, text) => {
  expect(formatSince(minutesAgo(minutes), now)).toBe(text)
})

test('names days in everyday language', () => {
  expect(formatDayName(new Date(2026, 5, 14, 0, 1), now)).toBe("Aujourd'hui")
  expect(formatDayName(new Date(2026, 5, 13, 23, 59), now)).toBe('Hier')
  expect(formatDayName(new Date(2025, 11, 31, 12), now)).toBe('mercredi 31 décembre 2025')
})

const [thisYear, days] = [new Date().getFullYear(), 366]
const inFrench = (date: Date, options: Intl.DateTimeFormatOptions) =>
  // The system does not use "1er".
  new Intl.DateTimeFormat('fr-FR', options).format(date).replace(/\b1 (?=[a-zé])/, '1er ')

test.each([thisYear, thisYear - 1])(
  'formats every day of %d as the system does in French, with "1er" for the first',
  (year) => {
    for (let day = 1; day <= days; day += 1) {
      const date = new Date(year, 0, day, day % 24, day % 60)
      const yearToo = date.getFullYear() === thisYear ? {} : ({ year: 'numeric' } as const)
      const [long, short] = [
        { day: 'numeric', month: 'long' },
        { day: 'numeric', month: 'short' },
      ] as const
      const time = inFrench(date, { hour: '2-digit', minute: '2-digit' })
      expect(formatDay(date)).toBe(inFrench(date, { weekday: 'short', ...short, ...yearToo }))
      expect(formatDayTime(date)).toBe(`${inFrench(date, { weekday: 'long', ...long, ...yearToo })}, ${time}`)
      expect(formatPlainDay(date)).toBe(inFrench(date, { ...long, year: 'numeric' }))
      expect(formatDayMonth(date)).toBe(inFrench(date, { ...long, ...yearToo }))
      expect(formatShortDayTime(date)).toBe(`${inFrench(date, { ...short, ...yearToo })}, ${time}`)
      expect(dateStub(date)).toEqual({
        weekday: inFrench(date, { weekday: 'short' }),
        day: String(date.getDate()),
        month: inFrench(date, { month: 'short' }),
      })
    }
  },
)

const [newYork, tokyo] = ['America/New_York', 'Asia/Tokyo']
const evening = `${thisYear}-06-30T22:30:00.000Z`
const device = Intl.DateTimeFormat().resolvedOptions().timeZone

test('shows a time in the zone of the event, named where the device has another one', () => {
  expect(formatEventTime(evening, newYork)).toBe('18:30, heure de New York')
  expect(formatEventTime(evening, tokyo)).toBe('07:30, heure de Tokyo')
  expect(formatEventDayTime(evening, tokyo)).toMatch(/^\p{L}+ 1er juillet, 07:30, heure de Tokyo$/u)
  expect(formatDay(evening, tokyo)).toMatch(/ 1er juil\.$/)
  expect(formatDay(evening, newYork)).toMatch(/ 30 juin$/)
  expect(dateStub(evening, tokyo)).toMatchObject({ day: '1', month: 'juil.' })
  expect(zoneSuffix(evening, device)).toBe('')
})

test('shows every hour of this year as the system does in the zone, also on clock changes', () => {
  for (const timeZone of [newYork, tokyo, 'Europe/Paris', 'Australia/Lord_Howe']) {
    const format = new Intl.DateTimeFormat('fr-FR', { timeZone, hour: '2-digit', minute: '2-digit', day: 'numeric' })
    for (let hour = 0; hour < days * 24; hour += 1) {
      const instant = Date.UTC(thisYear, 0, 1, hour, 15)
      const [day, time] = [dateStub(instant, timeZone).day, formatDayTime(instant, timeZone).split(', ')[1]]
      expect(`${day} ${time}`).toBe(
        format
          .format(instant)
          .replace(/[^0-9: ]/g, '')
          .replace(/ +/g, ' '),
      )
    }
  }
})

test('names the day of an instant by the calendar of the device', () => {
  expect(isoDay(new Date(2026, 0, 2, 0, 5))).toBe('2026-01-02')
  expect(isoDay(new Date(2026, 10, 30, 23, 55))).toBe('2026-11-30')
})
