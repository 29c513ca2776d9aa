import { expect, test } from 'vitest'
import { nextStatutsInscription } from '#domain/inscription/inscription.ts'
import { canRegister, canUnregister } from '#domain/permissions/evenement.permissions.ts'

test('a registration goes from waiting to valid or cancelled, and from valid to cancelled', () => {
  expect(nextStatutsInscription('EN_ATTENTE')).toEqual(['VALIDE', 'ANNULE'])
  expect(nextStatutsInscription('VALIDE')).toEqual(['ANNULE'])
  expect(nextStatutsInscription('ANNULE')).toEqual([])
})

test('one registers for a planned event not joined and leaves a planned event joined', () => {
  expect(canRegister({ statut: 'PLANIFIE' }, null)).toBe(true)
  expect(canRegister({ statut: 'EN_COURS' }, null)).toBe(false)
  expect(canRegister({ statut: 'PLANIFIE' }, 'ANNULE')).toBe(false)
  expect(canUnregister({ statut: 'PLANIFIE' }, 'VALIDE')).toBe(true)
  expect(canUnregister({ statut: 'PLANIFIE' }, 'ANNULE')).toBe(false)
  expect(canUnregister({ statut: 'TERMINE' }, 'VALIDE')).toBe(false)
})
