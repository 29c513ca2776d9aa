import { expect, test } from 'vitest'
import { isMark, isSameMatter } from '#upload-queue/decisions/decision.ts'
import { uneDecision } from '#tests/support/decisions.ts'

test('takes a favourite and a statut of one media for two matters', () => {
  const valider = uneDecision({ mediaId: 1, geste: 'valider' })
  expect(isSameMatter(valider, uneDecision({ mediaId: 1, geste: 'supprimer' }))).toBe(true)
  expect(isSameMatter(valider, uneDecision({ mediaId: 1, geste: 'favori' }))).toBe(false)
  expect(isSameMatter(valider, uneDecision({ mediaId: 2, geste: 'valider' }))).toBe(false)
})

test('takes the covers of one event for one matter, whichever media they are', () => {
  const cover = uneDecision({ mediaId: 1, geste: 'couverture' })
  expect(isMark(cover)).toBe(true)
  expect(isSameMatter(cover, uneDecision({ mediaId: 2, geste: 'couverture' }))).toBe(true)
  expect(isSameMatter(cover, uneDecision({ mediaId: 2, geste: 'couverture', evenementId: 8 }))).toBe(false)
  expect(isSameMatter(cover, uneDecision({ mediaId: 1, geste: 'favori' }))).toBe(false)
})
