import { expect, test } from 'vitest'
import type { EvenementOrganisateur } from '#domain/evenement/evenement.ts'
import { valuesOf } from '#src/features/evenement/evenementFormValues.ts'
import { mergeForm } from '#src/features/evenement/evenementMerge.ts'
import { unEvenementOrganisateur } from './unEvenementOrganisateur.ts'

const seen = unEvenementOrganisateur()
const merge = (mine: Record<string, string>, theirs: Partial<EvenementOrganisateur>) =>
  mergeForm(seen, { ...valuesOf(seen), ...mine }, { ...seen, ...theirs })

test('keeps local changes and takes over other remote changes', () => {
  expect(merge({ titre: 'Noces' }, { lieu: 'Genève', statut: 'EN_COURS' })).toEqual({
    takeOver: { lieu: 'Genève', statut: 'EN_COURS' },
    conflicts: [],
  })
})

test('reports a conflict when both sides changed a field to different values', () => {
  expect(merge({ titre: 'Noces', lieu: 'Lyon' }, { titre: 'Bal', lieu: 'Lyon' })).toEqual({
    takeOver: {},
    conflicts: ['titre'],
  })
})

test('reports a conflict when the start changed here and the zone elsewhere', () => {
  const local = valuesOf(seen)['dateDebut'] ?? ''
  const moved = { fuseau: 'Asia/Tokyo', dateDebut: '2027-06-12T09:00:00.000Z', dateFin: '2027-06-12T14:00:00.000Z' }
  expect(local).toBe('2027-06-12T18:00')
  expect(merge({ dateDebut: '2027-06-12T19:00' }, moved).conflicts).toEqual(['dateDebut', 'fuseau'])
  expect(merge({ titre: 'Noces' }, moved)).toEqual({
    takeOver: { dateDebut: local, dateFin: '2027-06-12T23:00', fuseau: 'Asia/Tokyo' },
    conflicts: [],
  })
})
