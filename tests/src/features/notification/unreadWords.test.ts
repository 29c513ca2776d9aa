import { expect, test } from 'vitest'
import { unreadWords } from '#src/features/notification/unreadWords.ts'

test.each([
  [1, '1\u00A0non lue'],
  [99, '99\u00A0non lues'],
  [100, '99+\u00A0non lues'],
])('says how many of the listed notifications are unread: %i', (unread, words) => {
  expect(unreadWords(unread)).toBe(words)
})
