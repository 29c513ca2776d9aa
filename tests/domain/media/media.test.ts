import * as v from 'valibot'
import { expect, test } from 'vitest'
import { nextStatutsMedia, statutMediaSchema } from '#domain/media/media.ts'
import { snapSide } from '#domain/media/variante.ts'

test('treats an unknown statut as pending', () => {
  expect(v.parse(statutMediaSchema, 'NOUVEAU')).toBe('EN_ATTENTE')
  expect(v.parse(statutMediaSchema, 'REJETE')).toBe('REJETE')
})

test('allows changes between VALIDE and REJETE; SUPPRIME is final', () => {
  expect(nextStatutsMedia('EN_ATTENTE')).toEqual(['VALIDE', 'SUPPRIME', 'REJETE'])
  expect(nextStatutsMedia('VALIDE')).toEqual(['SUPPRIME', 'REJETE'])
  expect(nextStatutsMedia('REJETE')).toEqual(['VALIDE', 'SUPPRIME'])
  expect(nextStatutsMedia('SUPPRIME')).toEqual([])
})

test.for([
  [undefined, 1600],
  [1, 200],
  [200, 200],
  [201, 400],
  [5000, 1600],
] as const)('serves a requested width of %s with %i', ([wanted, side]) => {
  expect(snapSide(wanted)).toBe(side)
})
