import { expect, test } from 'vitest'
import { ofName } from '#domain/texte/ofName.ts'

test('"de" loses its vowel before another one, with or without an accent', () => {
  expect(['Léa', 'Inès', 'Élodie', 'Hugo', 'Yann', 'Œdipe'].map(ofName)).toEqual([
    'de Léa',
    "d'Inès",
    "d'Élodie",
    'de Hugo',
    'de Yann',
    "d'Œdipe",
  ])
})

test('a silent "h" is passed over like a vowel, an aspirated one is not; "y" counts by the letter behind it', () => {
  expect(['Hélène', 'Henri Dupont', 'Hélène-Marie', 'Hassan', 'Yves', 'Yasmine', 'Henriksen'].map(ofName)).toEqual([
    "d'Hélène",
    "d'Henri Dupont",
    "d'Hélène-Marie",
    'de Hassan',
    "d'Yves",
    'de Yasmine',
    'de Henriksen',
  ])
})
