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
