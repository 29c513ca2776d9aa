import { expect, test } from 'vitest'
import { whenWords } from '#src/features/evenement/whenWords.ts'

const evenement = { dateDebut: '2026-06-12T14:00:00.000Z', dateFin: '2026-06-13T02:00:00.000Z', fuseau: 'Europe/Paris' }
const now = Date.parse('2026-06-12T20:00:00.000Z')

test.each([
  ['PLANIFIE', {}, 'ven. 12 juin, 16:00'],
  ['EN_COURS', {}, "jusqu'au sam. 13 juin, 04:00"],
  ['EN_COURS', { dateFin: '2026-06-12T21:30:00.000Z' }, "jusqu'à 23:30"],
  ['TERMINE', {}, 'ven. 12 juin'],
] as const)('describes an event that is %s in its own zone', (statut, change, words) => {
  // The zone is named where the device has another one.
  expect(whenWords({ ...evenement, ...change, statut }, now)).toMatch(new RegExp(`^${words}(, heure de Paris)?$`))
})
