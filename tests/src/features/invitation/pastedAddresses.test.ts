import { expect, test } from 'vitest'
import { oneAddress, pastedAddresses } from '#src/features/invitation/pastedAddresses.ts'

test('finds each address once in columns, lists and with names', () => {
  const text =
    'Léa Dupont <Lea@Exemple.fr>; karim@exemple.fr,\n"Zoé" zoe@exemple.fr\tLEA@exemple.fr mailto:nina@exemple.fr'
  expect(pastedAddresses(text)).toEqual(['lea@exemple.fr', 'karim@exemple.fr', 'zoe@exemple.fr', 'nina@exemple.fr'])
})

test('takes neither the signs of a sentence nor the subject of a mail link for a part of an address', () => {
  const text = 'lea@exemple.fr: karim@exemple.fr! mailto:nina@exemple.fr?subject=Bal'
  expect(pastedAddresses(text)).toEqual(['lea@exemple.fr', 'karim@exemple.fr', 'nina@exemple.fr'])
})

test('takes neither quotation marks, brackets nor invisible characters around an address for a part of it', () => {
  const text = "'lea@exemple.fr'; ‘karim@exemple.fr’ «nina@exemple.fr» [zoe@exemple.fr]|\u200bo'neil@exemple.fr\u200b"
  const plain = ['lea@exemple.fr', 'karim@exemple.fr', 'nina@exemple.fr', 'zoe@exemple.fr', "o'neil@exemple.fr"]
  expect(pastedAddresses(text)).toEqual(plain)
})

test.for([
  ["'lea@exemple.fr'", 'lea@exemple.fr'],
  ['\u200blea@exemple.fr', 'lea@exemple.fr'],
  ['Léa Dupont <lea@exemple.fr>', 'lea@exemple.fr'],
  ['mailto:lea@exemple.fr', 'lea@exemple.fr'],
  [' lea@exemple.fr. ', 'lea@exemple.fr'],
  ['lea dupont@exemple.fr', 'lea dupont@exemple.fr'],
  ['Léa', 'Léa'],
] as const)('reads the one address of "%s": %s', ([text, address]) => {
  expect(oneAddress(text)).toBe(address)
})

test('keeps malformed addresses to report them, but no other words', () => {
  expect(pastedAddresses('bonjour lea@, karim@exemple.fr')).toEqual(['lea@', 'karim@exemple.fr'])
  expect(pastedAddresses('rien du tout')).toEqual([])
})

test('keeps a word without @ among addresses to report it; a text without addresses has none', () => {
  const pasted = 'lea@exemple.fr\nkarim.exemple.fr\nM. Dupont, nina@exemple.fr.'
  expect(pastedAddresses(pasted)).toEqual(['lea@exemple.fr', 'karim.exemple.fr', 'nina@exemple.fr'])
  expect(pastedAddresses('Voir exemple.fr, merci.')).toEqual([])
})
