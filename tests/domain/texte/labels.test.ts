import { expect, test } from 'vitest'
import { planLabels, plans, statutAbonnementLabels, statutsAbonnement } from '#domain/abonnement/abonnement.ts'
import { statutConsentementLabels, statutsConsentement } from '#domain/consentement/consentement.ts'
import { statutEvenementLabels, statutsEvenement, visibiliteLabels, visibilites } from '#domain/evenement/evenement.ts'
import {
  statutInscriptionLabels,
  statutsInscription,
  typeParticipationLabels,
  typesParticipation,
} from '#domain/inscription/inscription.ts'
import { statutInvitationLabels, statutsInvitation } from '#domain/invitation/invitation.ts'
import { statutMediaLabels, statutsMedia, typeMediaLabels, typesMedia } from '#domain/media/media.ts'
import { roleLabels, roles } from '#domain/utilisateur/utilisateur.ts'

test.for([
  ['role', roles, roleLabels],
  ['event statut', statutsEvenement, statutEvenementLabels],
  ['visibility', visibilites, visibiliteLabels],
  ['registration statut', statutsInscription, statutInscriptionLabels],
  ['participation', typesParticipation, typeParticipationLabels],
  ['invitation statut', statutsInvitation, statutInvitationLabels],
  ['media statut', statutsMedia, statutMediaLabels],
  ['media type', typesMedia, typeMediaLabels],
  ['consent statut', statutsConsentement, statutConsentementLabels],
  ['subscription statut', statutsAbonnement, statutAbonnementLabels],
  ['plan', plans, planLabels],
] as const)('has a French label for every %s', ([, values, labels]) => {
  expect(Object.keys(labels).toSorted()).toEqual([...values].toSorted())
})

test('uses the specified labels and colours for event statuts', () => {
  expect(statutEvenementLabels).toEqual({
    PLANIFIE: { label: 'Planifié', tone: 'blue' },
    EN_COURS: { label: 'En cours', tone: 'green' },
    TERMINE: { label: 'Terminé', tone: 'gray' },
    ANNULE: { label: 'Annulé', tone: 'red' },
  })
  expect(typeParticipationLabels).toEqual({ EN_LIGNE: 'En ligne', SUR_PLACE: 'Sur place' })
})
