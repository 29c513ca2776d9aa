import { isTemporaryStatus } from '#domain/contract/temporaryStatus.ts'
import type { NoGrant } from '#upload-queue/engine/ports.ts'
import { ApiError } from '#src/api/apiError.ts'

/**
 * Why a request for a grant gave none. A 401 is left to the session code, which renews or ends the session. Temporary
 * errors do not count as refusals.
 */
export function noGrantReason(error: unknown): NoGrant {
  if (!(error instanceof ApiError) || isTemporaryStatus(error.status)) return { none: 'network' }
  const { status, code, message } = error
  return status === 401 ? { none: 'no_session' } : { none: 'refused', status, code, message }
}
