import { phrases } from '#domain/texte/phrases.ts'
import { ApiError } from '#src/api/apiError.ts'

/** The sentence of section 8 of the specification for an invitation that was not sent, and the server's own detail. */
export function sentenceOfRefus(error: unknown): { sentence: string; detail?: string } {
  if (!(error instanceof ApiError)) return { sentence: phrases.invitationErreur }
  if (error.status === 400 && /quota/i.test(error.message)) return { sentence: phrases.invitationQuota }
  if (error.status === 404 && error.message.includes(phrases.invitationUtilisateurNonTrouve))
    return { sentence: phrases.invitationInconnu }
  return error.message === ''
    ? { sentence: phrases.invitationErreur }
    : { sentence: phrases.invitationErreur, detail: error.message }
}
