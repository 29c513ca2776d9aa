import { expect, test } from '@playwright/test'
import { unseenPhrases } from '#tests/support/phrasesSeen.ts'

test('shows every specified message at its place in some test of this run', () => {
  expect(unseenPhrases()).toEqual([])
})
