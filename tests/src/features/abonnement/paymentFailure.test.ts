import { expect, test } from 'vitest'
import { phrases } from '#domain/texte/phrases.ts'
import { ApiError, NetworkError } from '#src/api/apiError.ts'
import { PaymentAddressError, sentenceOfFailure } from '#src/features/abonnement/paymentFailure.ts'

const taken = new ApiError(409, 'abonnement.plan_actuel', 'Votre abonnement a déjà ce plan.')

test('an answer without a usable address has a sentence of its own', () => {
  for (const error of [new PaymentAddressError('http://ailleurs'), new ApiError(200, 'reponse.illisible', '')]) {
    expect(sentenceOfFailure('checkout', error)).toBe(phrases.checkoutUrlInvalide)
    expect(sentenceOfFailure('changement', error)).toBe(phrases.checkoutUrlInvalide)
    expect(sentenceOfFailure('portail', error)).toBe(phrases.portailUrlInvalide)
  }
  expect(sentenceOfFailure('annulation', new ApiError(200, 'reponse.illisible', ''))).toBe(
    phrases.abonnementAnnulationErreur,
  )
})

test('a refused checkout speaks in the words of the server, else in its own', () => {
  expect(sentenceOfFailure('checkout', taken)).toBe(taken.message)
  expect(sentenceOfFailure('checkout', new ApiError(500, '', ''))).toBe(phrases.checkoutErreur)
})

test('the others say their sentence first, then the cause where one is known', () => {
  expect(sentenceOfFailure('changement', taken)).toBe(`${phrases.planChangementErreur} ${taken.message}`)
  expect(sentenceOfFailure('portail', new ApiError(502, 'abonnement.portail', phrases.portailErreur))).toBe(
    phrases.portailErreur,
  )
  expect(sentenceOfFailure('annulation', new NetworkError())).toMatch(/^Impossible d'annuler.* ne répond pas/)
  expect(sentenceOfFailure('checkout', new NetworkError())).toMatch(/^Impossible de créer.* ne répond pas/)
})
