import { expect, test } from 'vitest'
import { runningFirst } from '#src/features/evenement/runningFirst.ts'

test('sorts running events first, then future ones, and keeps the order within each group', () => {
  const entries = [
    { titre: 'a', statut: 'PLANIFIE' },
    { titre: 'b', statut: 'TERMINE' },
    { titre: 'c', statut: 'EN_COURS' },
    null,
    { titre: 'd', statut: 'ANNULE' },
    { titre: 'e', statut: 'EN_COURS' },
    { titre: 'f', statut: 'PLANIFIE' },
  ] as const
  expect(runningFirst(entries).map((entry) => entry?.titre)).toEqual(['c', 'e', 'a', 'f', 'b', undefined, 'd'])
})
