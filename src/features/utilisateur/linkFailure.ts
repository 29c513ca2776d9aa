import { isTemporaryStatus } from '#domain/contract/temporaryStatus.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { ApiError, causeOr } from '#src/api/apiError.ts'

/** Whether the server refused a mailed link itself; after a failure or too many requests the link may still work. */
export function isLinkRefused(error: unknown): boolean {
  return error instanceof ApiError && !isTemporaryStatus(error.status)
}

/** The cause when known; `invalid` only for a refused link. */
export function sentenceOfLink(error: unknown, invalid: string): string {
  return causeOr(error, isLinkRefused(error) ? invalid : phrases.erreurSurvenue)
}
