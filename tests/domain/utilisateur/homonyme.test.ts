import { expect, test } from 'vitest'
import { prenomDistinct, prenomRenomme, prenomSeul } from '#domain/utilisateur/homonyme.ts'
import { nomComplet } from '#domain/utilisateur/nomComplet.ts'

test('numbers namesakes in the order of arrival, whatever their accents and capitals', () => {
  const known: string[] = []
  for (const prenom of ['Zoé', 'Marie', 'marie', 'MARIE', 'zoe']) known.push(prenomDistinct(prenom, known))
  expect(known).toEqual(['Zoé', 'Marie', 'marie (2)', 'MARIE (3)', 'zoe (2)'])
})

test('does not give a number again', () => {
  expect(prenomDistinct('Marie', ['Marie (3)'])).toBe('Marie (4)')
})

test('keeps the number when only the writing of a first name changes', () => {
  expect(prenomRenomme('Zoe (2)', 'Zoé', ['Zoe', 'Zoe (3)'])).toBe('Zoé (2)')
  expect(prenomRenomme('Zoe', 'Zoé', ['Zoe (2)'])).toBe('Zoé')
  expect(prenomRenomme('Zoe (2)', 'Marie', ['Marie'])).toBe('Marie (2)')
  expect(prenomSeul('Zoé (12)')).toBe('Zoé')
})

test('names a guest without a name by the first name alone', () => {
  expect(nomComplet({ prenom: 'Marie', nom: '' })).toBe('Marie')
  expect(nomComplet({ prenom: 'Marie', nom: 'Petit' })).toBe('Marie Petit')
})
