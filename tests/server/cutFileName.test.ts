import { expect, test } from 'vitest'
import { cutFileName } from '#server/cutFileName.ts'

test('keeps the extension of a file name that is too long', () => {
  expect(cutFileName('photo.jpg', 9)).toBe('photo.jpg')
  expect(cutFileName('photos.JPG', 9)).toBe('photo.JPG')
  expect(cutFileName('photo. The sea', 9)).toBe('photo. Th')
  expect(cutFileName('fête🎉.jpg', 12)).toBe('fête.jpg')
  expect(cutFileName('été.jpg', 9)).toBe('été.jpg')
  expect(cutFileName('étés.jpg', 9)).toBe('été.jpg')
})
