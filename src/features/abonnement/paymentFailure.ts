import { phrases } from '#domain/texte/phrases.ts'
import { causeOr, codeOf, NetworkError } from '#src/api/apiError.ts'

/** The answer contains no URL, or one that is not allowed. */
export class PaymentAddressError extends Error {}

export type PaiementKind = 'checkout' | 'portail' | 'changement' | 'annulation'

/** Codes of an answer without a usable address: the server's refusal of the provider's, or a body of another shape. */
const addressCodes = new Set(['abonnement.checkout_adresse', 'abonnement.portail_adresse', 'reponse.illisible'])

const sentences: Readonly<Record<PaiementKind, string>> = {
  checkout: phrases.checkoutErreur,
  portail: phrases.portailErreur,
  changement: phrases.planChangementErreur,
  annulation: phrases.abonnementAnnulationErreur,
}

/** The sentence of section 8 of the specification for a failed action, with the cause when known. */
export function sentenceOfFailure(kind: PaiementKind, error: unknown): string {
  if (error instanceof PaymentAddressError || addressCodes.has(codeOf(error))) return addressSentence(kind)
  const sentence = sentences[kind]
  const cause = causeOr(error, sentence)
  // Only a refused checkout shows the server's sentence alone.
  const isWhole = cause === sentence || (kind === 'checkout' && !(error instanceof NetworkError))
  return isWhole ? cause : `${sentence} ${cause}`
}

function addressSentence(kind: PaiementKind): string {
  if (kind === 'annulation') return sentences.annulation
  return kind === 'portail' ? phrases.portailUrlInvalide : phrases.checkoutUrlInvalide
}
