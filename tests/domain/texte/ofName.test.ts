import { expect, test } from 'vitest'
import { ofName } from '#domain/texte/ofName.ts'

test('elides "de" before a vowel, with or without an accent', () => {
  expect(['Léa', 'Inès', 'Élodie', 'Hugo', 'Yann', 'Œdipe'].map(ofName)).toEqual([
    'de Léa',
    "d'Inès",
    "d'Élodie",
    'de Hugo',
    'de Yann',
    "d'Œdipe",
  ])
})

test('elides before a mute "h", not an aspirated one; "y" depends on the next letter', () => {
  expect(
    ['Hélène', 'Hadrien', 'Henry Dupont', 'Hélène-Marie', 'Hassan', 'Yves', 'Yasmine', 'Henriksen'].map(ofName),
  ).toEqual([
    "d'Hélène",
    "d'Hadrien",
    "d'Henry Dupont",
    "d'Hélène-Marie",
    'de Hassan',
    "d'Yves",
    'de Yasmine',
    'de Henriksen',
  ])
})
