import { expect, test } from '@playwright/test'
import { unseenPhrases } from '#tests/support/phrasesSeen.ts'
import { notYetSaid } from './unseenPhrases.ts'

test('the journeys of this run have read every specified sentence but those of screens still to come', () => {
  expect(unseenPhrases().toSorted()).toEqual(Object.values(notYetSaid).flat().toSorted())
})
