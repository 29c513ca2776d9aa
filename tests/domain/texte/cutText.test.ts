import { expect, test } from 'vitest'
import { cutText } from '#domain/texte/cutText.ts'

test('ends before a character that has no room as a whole', () => {
  expect(cutText('Fête', 4)).toBe('Fête')
  expect(cutText('Fête', 3)).toBe('Fêt')
  expect(cutText('ab🎉c', 4)).toBe('ab🎉')
  expect(cutText('ab🎉c', 3)).toBe('ab')
})
