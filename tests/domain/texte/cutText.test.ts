import { expect, test } from 'vitest'
import { cutFileName, cutText } from '#domain/texte/cutText.ts'

test('ends before a character that has no room as a whole', () => {
  expect(cutText('Fête', 4)).toBe('Fête')
  expect(cutText('Fête', 3)).toBe('Fêt')
  expect(cutText('ab🎉c', 4)).toBe('ab🎉')
  expect(cutText('ab🎉c', 3)).toBe('ab')
})

test('keeps the extension of a file name that is too long', () => {
  expect(cutFileName('photo.jpg', 9)).toBe('photo.jpg')
  expect(cutFileName('photos.JPG', 9)).toBe('photo.JPG')
  expect(cutFileName('photo. The sea', 9)).toBe('photo. Th')
  expect(cutFileName('fête🎉.jpg', 12)).toBe('fête.jpg')
  expect(cutFileName('été.jpg', 9)).toBe('été.jpg')
  expect(cutFileName('étés.jpg', 9)).toBe('été.jpg')
})
