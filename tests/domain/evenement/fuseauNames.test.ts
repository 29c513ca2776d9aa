import { expect, test, vi } from 'vitest'
import { heureDe } from '#domain/evenement/fuseauNames.ts'

test.for([
  ['Europe/Paris', 'heure de Paris'],
  ['America/New_York', 'heure de New York'],
  ['America/Argentina/Buenos_Aires', 'heure de Buenos Aires'],
  ['America/Sao_Paulo', 'heure de São Paulo'],
  ['Australia/Lord_Howe', 'heure de Lord Howe'],
  ['Europe/London', 'heure de Londres'],
  ['Europe/Athens', "heure d'Athènes"],
  ['Africa/Abidjan', "heure d'Abidjan"],
  ['Africa/Cairo', 'heure du Caire'],
  ['Indian/Reunion', 'heure de La Réunion'],
  ['UTC', 'heure UTC'],
  ['Etc/GMT+5', 'heure UTC−5'],
  ['Etc/GMT-9', 'heure UTC+9'],
  ['Europe/Unheard_Of', 'heure UTC'],
] as const)('names the time of %s "%s"', ([fuseau, name]) => {
  expect(heureDe(fuseau, '2026-06-14T18:30:00.000Z')).toBe(name)
})

test('names the time of Paris without Intl, whose first format is slow', () => {
  const format = vi.spyOn(Intl, 'DateTimeFormat')
  expect(heureDe('Europe/Paris', '2026-06-14T18:30:00.000Z')).toBe('heure de Paris')
  expect(format).not.toHaveBeenCalled()
  format.mockRestore()
})
