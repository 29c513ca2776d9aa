import { isTemporaryStatus } from '#domain/contract/temporaryStatus.ts'
import type { HttpAnswer, WireAnswer } from './ports.ts'
import { inscriptionEnAttente } from './eventWait.ts'

/** The requests whose answers are classified. */
export type RequestKind = 'create' | 'head' | 'patch' | 'reconcile'

/** What an answer means, whatever the item. */
export type AnswerClass =
  | 'success'
  /** The server cannot serve the request now. */
  | 'retry_later'
  /** The server asks the whole queue to wait. */
  | 'rate_limited'
  | 'grant_refused'
  /** Refused for a reason that user action or time resolves. */
  | 'blocked'
  /** The upload no longer exists, or its bytes were corrupted on the way. */
  | 'upload_gone'
  /** The server expects another offset. */
  | 'offset_conflict'
  /** A proxy refuses bodies of this size. */
  | 'body_too_large'
  /** Refused for good. */
  | 'refused'

/** Codes of a 403 that user action or time can resolve. */
const resolvable: ReadonlySet<string | null> = new Set([
  'upload.evenement_ferme',
  'upload.inscription_requise',
  inscriptionEnAttente,
  'upload.consentement_requis',
])

/** Codes of a 409 that no repetition changes: the same photo is rejected, or its removal was requested. */
const finalConflicts: ReadonlySet<string | null> = new Set(['media.deja_rejete', 'media.retrait_demande'])

/** The class of each row of the answer table of queue.spec.md; reaction.ts has the reaction to each class. */
export function classifyAnswer(request: RequestKind, answer: HttpAnswer): AnswerClass {
  const { status } = answer
  if (status >= 200 && status < 300) return 'success'
  if (status === 413) return isFromProxy(answer) ? 'body_too_large' : 'refused'
  if (isDailyLimit(answer)) return 'retry_later'
  if (status === 429) return 'rate_limited'
  // A proxy refuses every upload while our server restarts, and so may a filter in the Wi-Fi.
  if (isFromProxy(answer)) return 'retry_later'
  if (status === 401) return 'grant_refused'
  if (status === 403) return classifyForbidden(request, answer)
  if (status === 404 || status === 410)
    return request === 'create' || request === 'reconcile' ? 'refused' : 'upload_gone'
  if (finalConflicts.has(answer.code)) return 'refused'
  if (status === 409) return request === 'create' ? 'retry_later' : 'offset_conflict'
  if (status === 422) return answer.code === 'upload.empreinte' ? 'upload_gone' : 'refused'
  if (status === 507) return 'blocked'
  // 423: another request holds the upload.
  if (status === 423 || isTemporaryStatus(status)) return 'retry_later'
  return 'refused'
}

/** Whether the person may send no more bytes today; smaller files of theirs may still fit. */
export function isDailyLimit(answer: WireAnswer): boolean {
  return answer.kind === 'http' && answer.code === 'upload.limite_jour'
}

function classifyForbidden(request: RequestKind, answer: HttpAnswer): AnswerClass {
  // The answer to a HEAD has no body and thus no code. Our server refuses a HEAD with 403 only because of the grant.
  const isOfGrant = request === 'head' && answer.tus && answer.code === null
  if (isOfGrant || answer.code === 'upload.autorisation_expiree') return 'grant_refused'
  return resolvable.has(answer.code) ? 'blocked' : 'refused'
}

/** A proxy sends neither the tus header nor our error codes. */
function isFromProxy(answer: HttpAnswer): boolean {
  return !answer.tus && answer.code === null
}
