import { expect, test } from 'vitest'
import { canCreateOneMore } from '#domain/abonnement/abonnement.ts'

test.each([
  [0, 0, false],
  [0, 1, true],
  [1, 1, false],
  [3, 2, false],
])('with %i active events of %i, one more may be created: %s', (active, max_evenements_actifs, expected) => {
  expect(canCreateOneMore(active, { max_evenements_actifs })).toBe(expected)
})
