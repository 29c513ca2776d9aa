import { expect, test } from 'vitest'
import { errors, sentenceOf } from '#domain/contract/errors.ts'
import { phrases } from '#domain/texte/phrases.ts'

test('fills the placeholders of a message', () => {
  expect(sentenceOf('evenement.quota_atteint', { n: 3 })).toBe("Quota d'événements actifs (3) atteint.")
})

test('has a French message and a valid status for every error', () => {
  for (const { status, message } of Object.values(errors)) {
    expect(status).toBeGreaterThanOrEqual(400)
    expect(message).toMatch(/^[A-ZÀÉÊ].+/)
  }
})

test('matches the catalogue of the specification literally', () => {
  expect(errors['upload.inscription_requise'].message).toBe(phrases.uploadNonAutorise)
  expect(errors['upload.trop_volumineux'].message).toBe(phrases.uploadTropVolumineux)
  expect(errors['serveur.erreur'].message).toBe(phrases.uploadErreurServeur)
  expect(errors['media.suppression_refusee'].message).toBe(phrases.mediaSuppressionErreur)
  expect(errors['invitation.quota'].message).toBe(phrases.invitationQuota)
  expect(errors['invitation.utilisateur_inconnu'].message).toBe(phrases.invitationUtilisateurNonTrouve)
  expect(errors['evenement.quota_atteint'].message).toBe(phrases.quotaTitre)
  expect(errors['acces.refuse'].message).toBe(phrases.accesRefuse)
})
