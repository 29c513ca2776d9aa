import { isTemporaryStatus } from '#domain/contract/temporaryStatus.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { ApiError, causeOr, codeOf, hasStatus, NetworkError } from '#src/api/apiError.ts'

/** Whether an invitation was refused because the address has no account. */
export function isUnknown(error: unknown): boolean {
  return codeOf(error) === 'invitation.utilisateur_inconnu'
}

/** Whether an invitation was not sent because the person is invited or registered already. */
export function isAlreadyInvited(error: unknown): boolean {
  return codeOf(error) === 'invitation.deja_envoyee'
}

/** Refusals of every further invitation: the plan or the event has no place left. */
const noPlace: ReadonlySet<string> = new Set(['invitation.quota', 'inscription.complet'])

/**
 * Whether the next invitation would fail in the same way: no connection, a server that fails, no place left, or a limit
 * that is not of this address.
 */
export function isForAll(error: unknown): boolean {
  if (error instanceof NetworkError || noPlace.has(codeOf(error))) return true
  return error instanceof ApiError && isTemporaryStatus(error.status) && error.code !== 'invitation.trop_d_envois'
}

/** Whether the server may have created the invitation before the call failed. It checks its limits before it creates one. */
export function isMaybeSent(error: unknown): boolean {
  return isForAll(error) && !noPlace.has(codeOf(error)) && !hasStatus(error, 429)
}

/**
 * The sentence of section 8 of the specification for an invitation that was not sent, and the cause when known.
 * @param second why the invitation to create an account was refused too
 */
export function sentenceOfRefus(error: unknown, second: unknown = null): { sentence: string; detail?: string } {
  if (second !== null) return { sentence: phrases.invitationInconnu, detail: causeOr(second, phrases.invitationErreur) }
  if (error instanceof NetworkError) return { sentence: phrases.invitationErreur, detail: error.message }
  if (!(error instanceof ApiError)) return { sentence: phrases.invitationErreur }
  if (error.status === 400 && /quota/i.test(error.message)) return { sentence: phrases.invitationQuota }
  if (error.status === 404 && error.message.includes(phrases.invitationUtilisateurNonTrouve))
    return { sentence: phrases.invitationInconnu }
  return error.message === ''
    ? { sentence: phrases.invitationErreur }
    : { sentence: phrases.invitationErreur, detail: error.message }
}
