import { expect, test } from '@playwright/test'
import { unseenPhrases } from '#tests/support/phrasesSeen.ts'

test('the journeys of this run have read every specified sentence where it belongs', () => {
  expect(unseenPhrases()).toEqual([])
})
