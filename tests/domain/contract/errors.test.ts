import { expect, test } from 'vitest'
import { errors, sentenceOf } from '#domain/contract/errors.ts'
import { phrases } from '#domain/texte/phrases.ts'

test('the holes of a sentence are filled in', () => {
  expect(sentenceOf('evenement.quota_atteint', { n: 3 })).toBe("Quota d'événements actifs (3) atteint.")
})

test('every refusal is a French sentence of a legal status', () => {
  for (const { status, message } of Object.values(errors)) {
    expect(status).toBeGreaterThanOrEqual(400)
    expect(message).toMatch(/^[A-ZÀÉÊ].+/)
  }
})

test('the catalogue of the specification is answered to the letter', () => {
  expect(errors['upload.inscription_requise'].message).toBe(phrases.uploadNonAutorise)
  expect(errors['upload.trop_volumineux'].message).toBe(phrases.uploadTropVolumineux)
  expect(errors['serveur.erreur'].message).toBe(phrases.uploadErreurServeur)
  expect(errors['media.suppression_refusee'].message).toBe(phrases.mediaSuppressionErreur)
  expect(errors['invitation.quota'].message).toBe(phrases.invitationQuota)
  expect(errors['invitation.utilisateur_inconnu'].message).toBe(phrases.invitationUtilisateurNonTrouve)
  expect(errors['evenement.quota_atteint'].message).toBe(phrases.quotaTitre)
  expect(errors['acces.refuse'].message).toBe(phrases.accesRefuse)
})
