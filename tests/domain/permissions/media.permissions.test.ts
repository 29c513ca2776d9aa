import { expect, test } from 'vitest'
import { type StatutEvenement, statutsEvenement } from '#domain/evenement/evenement.ts'
import { statutsInscription } from '#domain/inscription/inscription.ts'
import { statutsMedia } from '#domain/media/media.ts'
import { canDeposerMedia, canReadMedia, canStageMedia, refusDepot } from '#domain/permissions/media.permissions.ts'

const organisateur = { id: 1, role: 'ORGANISATEUR' } as const
const auteur = { id: 2, role: 'PARTICIPANT' } as const
const membre = { id: 3, role: 'PARTICIPANT' } as const

test('allows deposits only to a VALIDE participant while the event is EN_COURS or TERMINE', () => {
  const allowed = statutsEvenement.flatMap((statutEvenement) =>
    [null, ...statutsInscription]
      .filter((statutInscription) => canDeposerMedia({ statutEvenement, statutInscription }))
      .map((statutInscription) => `${statutEvenement} ${statutInscription}`),
  )
  expect(allowed).toEqual(['EN_COURS VALIDE', 'TERMINE VALIDE'])
})

test('refuses a deposit with the reason of the person first', () => {
  const refus = (statutEvenement: StatutEvenement, statutInscription: 'VALIDE' | null, consentementValide = true) =>
    refusDepot({ statutEvenement, statutInscription, consentementValide })
  expect(refus('PLANIFIE', null)).toBe('upload.inscription_requise')
  expect(refus('ANNULE', 'VALIDE')).toBe('upload.evenement_ferme')
  expect(refus('EN_COURS', 'VALIDE', false)).toBe('upload.consentement_requis')
  expect(refus('EN_COURS', 'VALIDE')).toBeNull()
  const orphaned = { statutEvenement: 'TERMINE', statutInscription: 'VALIDE', sansOrganisateur: true } as const
  expect(refusDepot({ ...orphaned, consentementValide: true })).toBe('upload.sans_organisateur')
  expect(canDeposerMedia(orphaned)).toBe(false)
})

test('allows staging from twelve hours before a planned event', () => {
  const dateDebut = '2026-06-20T18:00:00.000Z'
  const staged = (hour: string) =>
    canStageMedia(
      { statutEvenement: 'PLANIFIE', statutInscription: 'VALIDE', dateDebut, invite: false },
      Date.parse(`2026-06-20T${hour}:00.000Z`),
    )
  expect(staged('05:59')).toBe(false)
  expect(staged('06:00')).toBe(true)
})

test('lets guests alone stage before their registration is validated, while the event takes photos or is near', () => {
  const dateDebut = '2026-06-20T18:00:00.000Z'
  const staging = { statutEvenement: 'EN_COURS', statutInscription: 'EN_ATTENTE', dateDebut, invite: true } as const
  const can = (more: Partial<Parameters<typeof canStageMedia>[0]>, hour = '19:00') =>
    canStageMedia({ ...staging, ...more }, Date.parse(`2026-06-20T${hour}:00.000Z`))
  expect(can({})).toBe(true)
  expect(can({ statutEvenement: 'TERMINE' })).toBe(true)
  expect(can({ invite: false })).toBe(false)
  expect(can({ statutInscription: 'ANNULE' })).toBe(false)
  expect(can({ statutInscription: null })).toBe(false)
  expect(can({ statutEvenement: 'ANNULE' })).toBe(false)
  expect(can({ sansOrganisateur: true })).toBe(false)
  expect(can({ statutEvenement: 'PLANIFIE' }, '05:59')).toBe(false)
  expect(can({ statutEvenement: 'PLANIFIE' }, '06:00')).toBe(true)
  expect(canDeposerMedia(staging)).toBe(false)
})

test('limits visibility of a media as specified', () => {
  const evenement = { createurId: 1, galeriePour: 'PENDANT', dateFin: '2026-06-20T18:00:00.000Z' } as const
  const seen = (acteur: typeof organisateur | typeof auteur | typeof membre, inscription: 'VALIDE' | null) =>
    statutsMedia.filter((statut) =>
      canReadMedia({ acteur, statutInscription: inscription, now: 0 }, { statut, auteurId: 2, evenement }),
    )
  expect(seen(organisateur, null)).toEqual(['VALIDE', 'EN_ATTENTE', 'REJETE'])
  expect(seen(auteur, null)).toEqual([...statutsMedia])
  expect(seen(membre, 'VALIDE')).toEqual(['VALIDE'])
  expect(seen(membre, null)).toEqual([])
})
