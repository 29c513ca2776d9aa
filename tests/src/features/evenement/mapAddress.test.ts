import { expect, test } from 'vitest'
import { mapAddress } from '#src/features/evenement/mapAddress.ts'

test('opens a web address directly and searches any other place on a map', () => {
  expect(mapAddress(' https://visio.example/salle?id=1 ')).toBe('https://visio.example/salle?id=1')
  expect(mapAddress('Le Bal, Nantes')).toBe('https://www.openstreetmap.org/search?query=Le+Bal%2C+Nantes')
})

test.each(['javascript:alert(1)', 'https://', 'https://a b', 'data:text/html,x', 'voir https://visio.example'])(
  'does not open %s as a web address',
  (lieu) => {
    expect(mapAddress(lieu)).toMatch(/^https:\/\/www\.openstreetmap\.org\/search\?/)
  },
)
