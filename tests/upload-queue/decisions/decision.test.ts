import { expect, test } from 'vitest'
import { isMark, changesSameProperty } from '#upload-queue/decisions/decision.ts'
import { uneDecision } from '#tests/support/decisions.ts'

test('treats a favourite and a statut of one media as independent', () => {
  const valider = uneDecision({ mediaId: 1, geste: 'valider' })
  expect(changesSameProperty(valider, uneDecision({ mediaId: 1, geste: 'supprimer' }))).toBe(true)
  expect(changesSameProperty(valider, uneDecision({ mediaId: 1, geste: 'favori' }))).toBe(false)
  expect(changesSameProperty(valider, uneDecision({ mediaId: 2, geste: 'valider' }))).toBe(false)
})

test('treats the covers of one event as the same property, for any media', () => {
  const cover = uneDecision({ mediaId: 1, geste: 'couverture' })
  expect(isMark(cover)).toBe(true)
  expect(changesSameProperty(cover, uneDecision({ mediaId: 2, geste: 'couverture' }))).toBe(true)
  expect(changesSameProperty(cover, uneDecision({ mediaId: 2, geste: 'couverture', evenementId: 8 }))).toBe(false)
  expect(changesSameProperty(cover, uneDecision({ mediaId: 1, geste: 'favori' }))).toBe(false)
})
