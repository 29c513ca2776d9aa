import { expect, test } from 'vitest'
import { eveningAfter } from '#src/features/evenement/evenementFormValues.ts'

test.for([
  ['2027-06-12T16:00', 'Europe/Paris', '2027-06-12T23:00'],
  ['2027-06-12T21:00', 'Europe/Paris', '2027-06-13T02:00'],
  ['2026-12-31T22:15', 'Europe/Paris', '2027-01-01T03:15'],
  // The clocks skip 02:00 to 03:00 in this night.
  ['2027-03-27T21:00', 'Europe/Paris', '2027-03-28T03:00'],
  ['2027-03-13T21:30', 'America/New_York', '2027-03-14T03:30'],
  ['2028-02-28T23:00', 'Pacific/Auckland', '2028-02-29T04:00'],
] as const)('proposes for a start at %s in %s an end at %s', ([start, fuseau, end]) => {
  expect(eveningAfter(start, fuseau)).toBe(end)
})
