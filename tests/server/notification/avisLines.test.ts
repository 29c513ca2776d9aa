import { expect, test } from 'vitest'
import { linesOf } from '#server/notification/avisLines.ts'

test.each([
  ['Le gâteau arrive !', 'Le gâteau arrive ! Venez au salon.'],
  ['Qui vient demain ?', 'Qui vient demain ? Venez au salon.'],
  ['Rendez-vous :', 'Rendez-vous : Venez au salon.'],
  ['À bientôt...', 'À bientôt... Venez au salon.'],
  ['Le gâteau', 'Le gâteau : Venez au salon.'],
])('puts a colon after a title without its own final mark: %s', (titre, line) => {
  expect(linesOf([{ titre, message: 'Venez au salon.' }], 'Fête')).toEqual([line])
})
