import { expect, test } from 'vitest'
import { nextStatutsInscription } from '#domain/inscription/inscription.ts'
import { canRegister, canUnregister } from '#domain/permissions/evenement.permissions.ts'

test('allows EN_ATTENTE to VALIDE or ANNULE, and VALIDE to ANNULE', () => {
  expect(nextStatutsInscription('EN_ATTENTE')).toEqual(['VALIDE', 'ANNULE'])
  expect(nextStatutsInscription('VALIDE')).toEqual(['ANNULE'])
  expect(nextStatutsInscription('ANNULE')).toEqual([])
})

test('allows joining a planned event not joined, and leaving a planned event joined', () => {
  expect(canRegister({ statut: 'PLANIFIE' }, null)).toBe(true)
  expect(canRegister({ statut: 'EN_COURS' }, null)).toBe(false)
  expect(canRegister({ statut: 'PLANIFIE' }, 'ANNULE')).toBe(false)
  expect(canUnregister({ statut: 'PLANIFIE' }, 'VALIDE')).toBe(true)
  expect(canUnregister({ statut: 'PLANIFIE' }, 'ANNULE')).toBe(false)
  expect(canUnregister({ statut: 'TERMINE' }, 'VALIDE')).toBe(false)
})
