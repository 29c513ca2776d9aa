import { phrases } from '#domain/texte/phrases.ts'
import { causeOr } from '#src/api/apiError.ts'
import { PasskeyError } from './passkey.ts'

/** The sentence of the server or of the passkey, or that the server is silent. */
export function sentenceOfRefusal(error: unknown): string {
  return error instanceof PasskeyError ? error.message : causeOr(error, phrases.erreurSurvenue)
}
