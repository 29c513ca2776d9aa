import { expect, test } from 'vitest'
import { nomDansAlbum, nomDeFichier } from '#domain/album/album.ts'
import type { StatutInscription } from '#domain/inscription/inscription.ts'
import { choixPermis } from '#domain/permissions/album.permissions.ts'
import type { Acteur } from '#domain/permissions/evenement.permissions.ts'

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
  const offered = (acteur: Acteur, statutInscription: StatutInscription | null = null) =>
    choixPermis({ acteur, statutInscription, now: 0 }, evenement)
  expect(offered(organisateur)).toEqual(['VALIDES', 'FAVORIS', 'TOUS'])
  expect(offered({ ...organisateur, id: 3 })).toEqual(['MIENS'])
  expect(offered(participant, 'VALIDE')).toEqual(['VALIDES', 'MIENS'])
  for (const statut of [null, 'EN_ATTENTE', 'ANNULE'] as const) {
    expect(offered(participant, statut)).toEqual(['MIENS'])
  }
})
