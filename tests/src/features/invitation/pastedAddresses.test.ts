import { expect, test } from 'vitest'
import { pastedAddresses } from '#src/features/invitation/pastedAddresses.ts'

test('addresses are found in columns, lists and with names, each once', () => {
  const text =
    'Léa Dupont <Lea@Exemple.fr>; karim@exemple.fr,\n"Zoé" zoe@exemple.fr\tLEA@exemple.fr mailto:nina@exemple.fr'
  expect(pastedAddresses(text)).toEqual(['lea@exemple.fr', 'karim@exemple.fr', 'zoe@exemple.fr', 'nina@exemple.fr'])
})

test('what was meant as an address stays, to be told that it is none; other words do not', () => {
  expect(pastedAddresses('bonjour lea@, karim@exemple.fr')).toEqual(['lea@', 'karim@exemple.fr'])
  expect(pastedAddresses('rien du tout')).toEqual([])
})

test('a word that lost its @ among addresses stays, to be told; a text without any address has none', () => {
  const pasted = 'lea@exemple.fr\nkarim.exemple.fr\nM. Dupont, nina@exemple.fr.'
  expect(pastedAddresses(pasted)).toEqual(['lea@exemple.fr', 'karim.exemple.fr', 'nina@exemple.fr.'])
  expect(pastedAddresses('Voir exemple.fr, merci.')).toEqual([])
})
