import { expect, test } from 'vitest'
import { type GaleriePour, galeriesPour } from '#domain/evenement/evenement.ts'
import { statutsInscription } from '#domain/inscription/inscription.ts'
import { choixPermis } from '#domain/permissions/album.permissions.ts'
import { canSeeGalerie, isGalerieOuverte } from '#domain/permissions/evenement.permissions.ts'
import { canReadMedia, canReadMediaBytes } from '#domain/permissions/media.permissions.ts'

const dateFin = '2026-06-20T18:00:00.000Z'
const end = Date.parse(dateFin)
const evenementOf = (galeriePour: GaleriePour) => ({ createurId: 1, galeriePour, dateFin })
const organisateur = { id: 1, role: 'ORGANISATEUR' } as const
const auteur = { id: 2, role: 'PARTICIPANT' } as const
const membre = { id: 3, role: 'PARTICIPANT' } as const

test('opens the gallery at once, from the instant of the end on, or never', () => {
  const openAt = (now: number) => galeriesPour.filter((galeriePour) => isGalerieOuverte({ galeriePour, dateFin }, now))
  expect(openAt(end - 1)).toEqual(['PENDANT'])
  expect(openAt(end)).toEqual(['PENDANT', 'APRES'])
})

test.each(galeriesPour)('lets only the organiser and VALIDE members of an open gallery see it: %s', (galeriePour) => {
  const evenement = evenementOf(galeriePour)
  for (const now of [end - 1, end]) {
    const isOpen = isGalerieOuverte(evenement, now)
    expect(canSeeGalerie({ acteur: organisateur, statutInscription: null, now }, evenement)).toBe(true)
    for (const statutInscription of [null, ...statutsInscription])
      expect(canSeeGalerie({ acteur: membre, statutInscription, now }, evenement)).toBe(
        isOpen && statutInscription === 'VALIDE',
      )
  }
})

test.each(galeriesPour)(
  'gives media of others and the album by the same rule, and always the own: %s',
  (galeriePour) => {
    const evenement = evenementOf(galeriePour)
    const media = { statut: 'VALIDE', auteurId: auteur.id, evenement, estEnCorbeille: false } as const
    for (const now of [end - 1, end]) {
      const isOpen = isGalerieOuverte(evenement, now)
      for (const canRead of [canReadMedia, canReadMediaBytes]) {
        const reads = (acteur: typeof membre | typeof auteur | typeof organisateur) =>
          canRead({ acteur, statutInscription: 'VALIDE', now }, media)
        expect([reads(auteur), reads(organisateur), reads(membre)]).toEqual([true, true, isOpen])
      }
      const offered = choixPermis({ acteur: membre, statutInscription: 'VALIDE', now }, evenement)
      expect(offered).toEqual(isOpen ? ['VALIDES', 'MIENS'] : ['MIENS'])
    }
  },
)
