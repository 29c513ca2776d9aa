import { expect, test } from 'vitest'
import { phrases } from '#domain/texte/phrases.ts'
import { ApiError, NetworkError } from '#src/api/apiError.ts'
import { sentenceOfRefus } from '#src/features/invitation/invitationRefus.ts'

test('a 400 that speaks of a quota has its own sentence', () => {
  const error = new ApiError(400, 'invitation.quota', "Quota d'invitations dépassé pour votre abonnement.")
  expect(sentenceOfRefus(error)).toEqual({ sentence: phrases.invitationQuota })
})

test('an unknown person has its own sentence, a missing event has not', () => {
  expect(sentenceOfRefus(new ApiError(404, 'invitation.utilisateur_inconnu', 'Utilisateur non trouvé')).sentence).toBe(
    phrases.invitationInconnu,
  )
  expect(sentenceOfRefus(new ApiError(404, 'evenement.introuvable', 'Événement non trouvé')).sentence).toBe(
    phrases.invitationErreur,
  )
})

test('everything else could not be sent', () => {
  expect(sentenceOfRefus(new NetworkError())).toEqual({ sentence: phrases.invitationErreur })
  expect(sentenceOfRefus(new ApiError(409, 'invitation.deja_envoyee', 'Déjà invitée.'))).toEqual({
    sentence: phrases.invitationErreur,
    detail: 'Déjà invitée.',
  })
})
