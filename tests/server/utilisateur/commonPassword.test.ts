import { dictionary } from '@zxcvbn-ts/language-common'
import { expect, test } from 'vitest'
import { isCommonPassword } from '#server/utilisateur/commonPassword.ts'

const lea = { email: 'lea.fournier@eclats.test', nom: 'Fournier', prenom: 'Léa' }

test.each([
  '123456',
  '987654',
  '000000',
  'abcabc',
  '19871987',
  'azerty',
  'AZERTY123',
  'P@ssw0rd',
  'Password1!',
  'Bonjour!!',
  'lea.fournier',
  'Fournier1',
  'lea.fournier@eclats.test',
  'Password123!',
  'Liverpool1',
  '!!Trustno1!!',
])('refuses %s as common', (password) => {
  expect(isCommonPassword(password, lea)).toBe(true)
})

test.each(['Lefevre1!', 'Lefèvre1!', 'LEFÈVRE', 'zoé2026!', 'Zoe2026!', 'anais@eclats.test', 'anaïs!'])(
  'refuses %s, a name or address of the person with or without its accents',
  (password) => {
    const person = { email: 'anaïs@eclats.test', nom: 'Lefèvre', prenom: 'Zoé' }
    expect(isCommonPassword(password, person)).toBe(true)
  },
)

test('accepts a password without Latin letters of a person without family name', () => {
  expect(isCommonPassword('надёжныйпароль', { email: null, nom: '', prenom: 'Ольга' })).toBe(false)
})

test.each(['Souvenirs2026!', 'gelée de coing', 'vx7-qpl-2', '48151623421', 'Bonjour les amis 3', 'kd8!pw'])(
  'accepts %s',
  (password) => {
    expect(isCommonPassword(password, lea)).toBe(false)
  },
)

test('refuses each of more than 10 000 common passwords that the forms would accept', () => {
  const common = (dictionary['passwords-common'] ?? []).map(String).filter((password) => password.length >= 6)
  expect(common.length).toBeGreaterThan(10_000)
  expect(common.filter((password) => !isCommonPassword(password, lea))).toEqual([])
  const plain = common.filter((password) => /^[a-z0-9]+$/.test(password))
  expect(plain.filter((password) => !isCommonPassword(`${password.toUpperCase()}!`, lea))).toEqual([])
})
