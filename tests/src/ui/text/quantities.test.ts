import { expect, test } from 'vitest'
import { french } from '#src/ui/text/french.ts'
import { count, formatSize, pluralStatut } from '#src/ui/text/quantities.ts'

test('uses the singular for zero and one', () => {
  expect([0, 1, 2].map((n) => count(n, 'photo', 'photos'))).toEqual(['0\u00A0photo', '1\u00A0photo', '2\u00A0photos'])
})

test('gives a statut its plural, except where the word does not change', () => {
  expect(['Validée', 'Rejeté', 'En attente'].map(pluralStatut)).toEqual(['Validées', 'Rejetés', 'En attente'])
})

test('uses 1024 x 1024 bytes for 1 Mo', () => {
  expect(formatSize(104_857_600)).toBe('100\u00A0Mo')
  expect(formatSize(4_404_019)).toBe('4,2\u00A0Mo')
  expect(formatSize(2048)).toBe('2\u00A0ko')
  expect(formatSize(1)).toBe('1\u00A0ko')
})

test.for([
  [999, '999\u00A0Mo'],
  [1000, '1\u00A0Go'],
  [2150, '2,1\u00A0Go'],
  [12_700, '12\u00A0Go'],
  [1_200_000, '1\u202F172\u00A0Go'],
] as const)('shows an album of %d Mo as %s', ([n, shown]) => {
  expect(formatSize(n * 1024 * 1024)).toBe(shown)
})

test('shows an empty file as 0 octet, and not 1 ko', () => {
  expect(formatSize(0)).toBe('0\u00A0octet')
})

test('sets French spaces on display only', () => {
  expect(french('Supprimer cet événement ? Non !')).toBe('Supprimer cet événement\u202F? Non\u202F!')
  expect(french("L'accueil")).toBe("L'accueil")
})
