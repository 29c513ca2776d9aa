import { expect, test } from 'vitest'
import { nomDansAlbum, nomDeFichier } from '#domain/album/album.ts'
import { choixPermis } from '#domain/permissions/album.permissions.ts'

test('names a file by time and person, safely for every system', () => {
  const prise = { prise: '2026-06-14 18:30:05', id: 7, extension: 'jpg' }
  const named = (prenom: string, nom: string) => nomDansAlbum({ ...prise, prenom, nom })
  expect(named('Léa', 'Dupont')).toBe('2026-06-14 18h30 Léa Dupont 007.jpg')
  expect(named('  ../..', 'C:\\Windows\u0000\u202Egpj')).toBe('2026-06-14 18h30 .. .. C Windows gpj 007.jpg')
  const long = named('🎉'.repeat(80), 'x')
  expect(long).toBe(`2026-06-14 18h30 ${'🎉'.repeat(30)} 007.jpg`)
  expect(named('a', '🎉'.repeat(80))).toBe(`2026-06-14 18h30 a ${'🎉'.repeat(29)} 007.jpg`)
  expect(nomDeFichier('Cafe\u0301 : <b>"fin"</b> ?|*')).toBe('Café b fin b')
})

test('offers organisers all but rejected media, members the album, authors their own', () => {
  const evenement = { createurId: 1, galeriePour: 'PENDANT', dateFin: '2026-06-20T18:00:00.000Z' } as const
  const organisateur = { id: 1, role: 'ORGANISATEUR' } as const
  const participant = { id: 2, role: 'PARTICIPANT' } as const
  expect(choixPermis(organisateur, evenement, null, 0)).toEqual(['VALIDES', 'FAVORIS', 'TOUS'])
  expect(choixPermis({ ...organisateur, id: 3 }, evenement, null, 0)).toEqual(['MIENS'])
  expect(choixPermis(participant, evenement, 'VALIDE', 0)).toEqual(['VALIDES', 'MIENS'])
  for (const statut of [null, 'EN_ATTENTE', 'ANNULE'] as const) {
    expect(choixPermis(participant, evenement, statut, 0)).toEqual(['MIENS'])
  }
})
