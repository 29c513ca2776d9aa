import { phrases } from '#domain/texte/phrases.ts'
import { causeOr } from '#src/api/apiError.ts'

/** The server's own sentence, or that it is silent. */
export function sentenceOfRefusal(error: unknown): string {
  return causeOr(error, phrases.erreurSurvenue)
}
