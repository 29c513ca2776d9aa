import { expect, test } from 'vitest'
import { initials } from '#src/ui/avatar/initials.ts'

test.for([
  ['Éloïse', "d'Ormesson", 'ÉD'],
  ['Noé', '', 'N'],
  // Letters of two UTF-16 units: the Adlam alphabet of Fulani.
  ['𞤃𞤢𞤥𞤢', '𞤄𞤢𞤸', '𞤃𞤄'],
  // A letter and its accent as two characters, as in names of files on a Mac.
  ['e\u0301lie', 'n\u0303ame', 'E\u0301N\u0303'],
] as const)('writes the initials of %s %s as %s', ([prenom, nom, expected]) => {
  expect(initials({ prenom, nom })).toBe(expected)
})
