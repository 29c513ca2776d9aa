import { expect, test } from 'vitest'
import { phrases } from '#domain/texte/phrases.ts'
import { ApiError, NetworkError } from '#src/api/apiError.ts'
import { PaymentAddressError, sentenceOfFailure } from '#src/features/abonnement/paymentFailure.ts'

const ofServer = new ApiError(502, 'abonnement.portail_adresse', phrases.portailUrlInvalide)
const taken = new ApiError(409, 'abonnement.plan_actuel', 'Votre abonnement a déjà ce plan.')

test('has its own message for an answer without a usable address', () => {
  for (const error of [
    new PaymentAddressError('http://ailleurs'),
    new ApiError(200, 'reponse.illisible', ''),
    ofServer,
  ]) {
    expect(sentenceOfFailure('checkout', error)).toBe(phrases.checkoutUrlInvalide)
    expect(sentenceOfFailure('changement', error)).toBe(phrases.checkoutUrlInvalide)
    expect(sentenceOfFailure('portail', error)).toBe(phrases.portailUrlInvalide)
  }
  expect(sentenceOfFailure('annulation', new ApiError(200, 'reponse.illisible', ''))).toBe(
    phrases.abonnementAnnulationErreur,
  )
})

test("shows the server's message for a refused checkout, otherwise its own", () => {
  expect(sentenceOfFailure('checkout', taken)).toBe(taken.message)
  expect(sentenceOfFailure('checkout', new ApiError(500, '', ''))).toBe(phrases.checkoutErreur)
})

test('shows the other messages, followed by the cause when known', () => {
  expect(sentenceOfFailure('changement', taken)).toBe(`${phrases.planChangementErreur} ${taken.message}`)
  expect(sentenceOfFailure('portail', new ApiError(502, 'abonnement.portail', phrases.portailErreur))).toBe(
    phrases.portailErreur,
  )
  expect(sentenceOfFailure('annulation', new NetworkError())).toMatch(/^Impossible d'annuler.* ne répond pas/)
  expect(sentenceOfFailure('checkout', new NetworkError())).toMatch(/^Impossible de créer.* ne répond pas/)
})
