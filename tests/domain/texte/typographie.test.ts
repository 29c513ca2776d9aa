import { expect, test } from 'vitest'
import { typographie } from '#domain/texte/typographie.ts'

test.for([
  ['Êtes-vous sûr ? Oui !', 'Êtes-vous sûr\u202F? Oui\u202F!'],
  ['Erreur : « données » ; 98 %', 'Erreur\u202F: «\u202Fdonnées\u202F»\u202F; 98\u202F%'],
  ['10 000 photos, 24 h, 10 s et 4 Go', '10\u202F000 photos, 24\u00A0h, 10\u00A0s et 4\u00A0Go'],
  ['2 heures le 3 juin 2026 à 2 semaines', '2 heures le 3 juin 2026 à 2 semaines'],
  [
    'Demandez-en un, saisissez-y un rendez-vous de week-end',
    'Demandez\u2011en un, saisissez\u2011y un rendez-vous de week-end',
  ],
  ['Un e-mail, E-mail, une-mail, par e-mail.', 'Un e\u2011mail, E\u2011mail, une-mail, par e\u2011mail.'],
  ['zoe@e-mail.fr, e-mail.fr, zoe.e-mail@eclats.test', 'zoe@e-mail.fr, e-mail.fr, zoe.e-mail@eclats.test'],
  ["L'heure 21:04 reste", "L'heure 21:04 reste"],
] as const)('sets no-break spaces in %s', ([text, set]) => {
  expect(typographie(text)).toBe(set)
})
