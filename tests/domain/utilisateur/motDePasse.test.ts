import { expect, test } from 'vitest'
import { passwordStrength, passwordStrengthLabel } from '#domain/utilisateur/motDePasse.ts'

test.for([
  ['', 0, 'Très faible'],
  ['abc', 1, 'Très faible'],
  ['abcdefgh', 2, 'Faible'],
  ['abcdefgH', 3, 'Moyen'],
  ['abcdefH1', 4, 'Bon'],
  ['abcdefH1!', 5, 'Fort'],
  ['Souvenirs2026!', 6, 'Très fort'],
] as const)('%s scores %i, %s', ([password, score, label]) => {
  expect(passwordStrength(password)).toBe(score)
  expect(passwordStrengthLabel(score)).toBe(label)
})
