import { backoffMs, blockedMs } from './backoff.ts'
import type { HttpAnswer, WireAnswer } from './ports.ts'
import type { QueueCause } from '#upload-queue/queueView.ts'

export type Step = 'create' | 'head' | 'patch' | 'remove' | 'reconcile'

export type Reaction =
  | { readonly do: 'proceed' }
  | { readonly do: 'wait_net' }
  | { readonly do: 'backoff'; readonly ms: number }
  | { readonly do: 'hold_queue'; readonly ms: number }
  | { readonly do: 'wait_auth' }
  | { readonly do: 'block'; readonly ms: number }
  | { readonly do: 'recreate' }
  | { readonly do: 'take_offset' }
  | { readonly do: 'ask' }
  | { readonly do: 'smaller' }
  | { readonly do: 'fail' }

/** Codes of a 403 that user action or time can resolve; these items wait in `blocked`. */
const resolvable: ReadonlySet<string | null> = new Set([
  'upload.evenement_ferme',
  'upload.inscription_requise',
  'upload.consentement_requis',
])

/**
 * Implements the answer table of queue.spec.md.
 * @param chance number of attempts so far, and a random number from 0 to 1 for the jitter
 */
export function reactionTo(step: Step, answer: WireAnswer, chance: { attempts: number; random: number }): Reaction {
  if (answer.kind === 'none') return { do: 'wait_net' }
  const { status } = answer
  if (status >= 200 && status < 300) return { do: 'proceed' }
  if (status === 401) return { do: 'wait_auth' }
  if (status === 403) return afterForbidden(step, answer)
  if (status === 404 || status === 410) return { do: step === 'create' || step === 'reconcile' ? 'fail' : 'recreate' }
  if (status === 409) return step === 'create' ? later(answer, chance) : { do: 'take_offset' }
  if (status === 413) return { do: isFromProxy(answer) ? 'smaller' : 'fail' }
  if (status === 422) return { do: answer.code === 'upload.empreinte' ? 'recreate' : 'fail' }
  if (status === 429) return { do: 'hold_queue', ms: answer.retryAfterMs ?? backoffMs(chance.attempts, chance.random) }
  if (status === 507) return { do: 'block', ms: answer.retryAfterMs ?? blockedMs }
  if (status === 408 || status === 423 || status === 425 || status >= 500) return later(answer, chance)
  return { do: 'fail' }
}

function afterForbidden(step: Step, answer: HttpAnswer): Reaction {
  // The answer to a HEAD has no body and thus no code. Our server refuses a HEAD with 403 only because of the grant.
  const isOfGrant = step === 'head' && answer.tus && answer.code === null
  if (isOfGrant || answer.code === 'upload.autorisation_expiree') return { do: 'wait_auth' }
  return resolvable.has(answer.code) ? { do: 'block', ms: answer.retryAfterMs ?? blockedMs } : { do: 'fail' }
}

function later(answer: HttpAnswer, chance: { attempts: number; random: number }): Reaction {
  return { do: 'backoff', ms: answer.retryAfterMs ?? backoffMs(chance.attempts, chance.random) }
}

/** A proxy sends neither the tus header nor our error codes. */
function isFromProxy(answer: HttpAnswer): boolean {
  return !answer.tus && answer.code === null
}

const classOf: Record<Reaction['do'], QueueCause['class']> = {
  proceed: 'server',
  wait_net: 'network',
  backoff: 'server',
  hold_queue: 'rate',
  wait_auth: 'auth',
  block: 'blocked',
  recreate: 'server',
  take_offset: 'server',
  ask: 'network',
  smaller: 'server',
  fail: 'refused',
}

/** The cause that screens show for an answer. */
export function causeOf(answer: WireAnswer, reaction: Reaction['do'], at: number): QueueCause {
  if (answer.kind === 'none') return { class: 'network', status: null, code: null, message: null, at }
  return { class: classOf[reaction], status: answer.status, code: answer.code, message: answer.message, at }
}
