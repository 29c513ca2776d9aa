import { expect, test } from 'vitest'
import { phrases } from '#domain/texte/phrases.ts'
import { ApiError, NetworkError } from '#src/api/apiError.ts'
import { sentenceOfRefus } from '#src/features/invitation/invitationRefus.ts'

test('has its own message for a 400 about a quota', () => {
  const error = new ApiError(400, 'invitation.quota', "Quota d'invitations dépassé pour votre abonnement.")
  expect(sentenceOfRefus(error)).toEqual({ sentence: phrases.invitationQuota })
})

test('has its own message for an unknown person, not for a missing event', () => {
  expect(sentenceOfRefus(new ApiError(404, 'invitation.utilisateur_inconnu', 'Utilisateur non trouvé')).sentence).toBe(
    phrases.invitationInconnu,
  )
  expect(sentenceOfRefus(new ApiError(404, 'evenement.introuvable', 'Événement non trouvé')).sentence).toBe(
    phrases.invitationErreur,
  )
})

test('has a general message for everything else', () => {
  expect(sentenceOfRefus(new ApiError(409, 'invitation.deja_envoyee', 'Déjà invitée.'))).toEqual({
    sentence: phrases.invitationErreur,
    detail: 'Déjà invitée.',
  })
})

test('adds the cause when the server does not answer', () => {
  expect(sentenceOfRefus(new NetworkError())).toEqual({
    sentence: phrases.invitationErreur,
    detail: 'Le serveur ne répond pas. Vérifiez votre connexion.',
  })
})
