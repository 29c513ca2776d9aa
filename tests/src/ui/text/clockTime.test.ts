import { expect, test } from 'vitest'
import { clockTime, spokenTime } from '#src/ui/text/clockTime.ts'

test.each([
  [0, '0:00', '0 seconde'],
  [8, '0:08', '8 secondes'],
  [60, '1:00', '1 minute'],
  [61, '1:01', '1 minute 1 seconde'],
  [725, '12:05', '12 minutes 5 secondes'],
  [3600, '1:00:00', '1 heure'],
  [7325, '2:02:05', '2 heures 2 minutes 5 secondes'],
])('writes %i seconds as "%s", and says "%s"', (seconds, written, spoken) => {
  expect(clockTime(seconds)).toBe(written)
  expect(spokenTime(seconds).replaceAll('\u00A0', ' ')).toBe(spoken)
})
