import { phrases } from '#domain/texte/phrases.ts'
import { causeOr } from '#src/api/apiError.ts'
import { PasskeyError } from './passkey.ts'

/** The sentence of the server, of the passkey error or of the network error. */
export function sentenceOfRefusal(error: unknown): string {
  return error instanceof PasskeyError ? error.message : causeOr(error, phrases.erreurSurvenue)
}
