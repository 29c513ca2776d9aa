import { expect, test } from 'vitest'
import { momentWords } from '#domain/evenement/momentWords.ts'

const paris = { now: Date.parse('2026-06-14T22:30:00Z'), fuseau: 'Europe/Paris' }

test('shows only the time for today, in the zone', () => {
  expect(momentWords('2026-06-14T22:04:00Z', paris)).toBe('à 00:04')
  expect(momentWords('2026-06-14T19:04:00Z', { ...paris, fuseau: 'America/New_York' })).toBe('à 15:04')
})

test('shows the date of another day, with the year when it differs', () => {
  expect(momentWords('2026-06-14T19:04:00Z', paris)).toBe('le 14 juin à 21:04')
  expect(momentWords('2026-06-01T10:00:00Z', paris)).toBe('le 1er juin à 12:00')
  expect(momentWords('2025-12-31T11:00:00Z', paris)).toBe('le 31 décembre 2025 à 12:00')
})
