import * as v from 'valibot'
import { expect, test } from 'vitest'
import { nomField, prenomField } from '#domain/utilisateur/identite.ts'

test.for([
  ['Le prénom ne peut pas dépasser 100 caractères', prenomField()],
  ['Le nom ne peut pas dépasser 100 caractères', nomField()],
] as const)('says "%s" when a name of letters is longer', ([sentence, field]) => {
  expect(v.safeParse(field, ` ${'é'.repeat(100)} `).success).toBe(true)
  expect(v.safeParse(field, 'é'.repeat(101)).issues?.map(({ message }) => message)).toEqual([sentence])
})

test.for([
  ['Jean\u00A0Luc', 'Jean Luc'],
  ['\u00A0Marie-Ève\u202F', 'Marie-Ève'],
  ['E\u0301lie', 'Élie'],
] as const)('reads "%s" as the name "%s", with plain spaces and composed letters', ([typed, name]) => {
  expect(v.parse(prenomField(), typed)).toBe(name)
})
