import { expect, test } from 'vitest'
import { typographie } from '#domain/texte/typographie.ts'

test.for([
  ['Êtes-vous sûr ? Oui !', 'Êtes-vous sûr\u202F? Oui\u202F!'],
  ['Erreur : « données » ; 98 %', 'Erreur\u202F: «\u202Fdonnées\u202F»\u202F; 98\u202F%'],
  ["L'heure 21:04 reste", "L'heure 21:04 reste"],
] as const)('%s is set with no-break spaces', ([text, set]) => {
  expect(typographie(text)).toBe(set)
})
