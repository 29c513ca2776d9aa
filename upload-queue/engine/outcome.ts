import type { AttemptState } from './attemptState.ts'
import { netDelayMs } from './backoff.ts'
import type { Throughput } from './throughput.ts'
import type { ItemEnd } from './drainContext.ts'
import type { HttpAnswer, QueuePause, WireAnswer } from './ports.ts'
import type { ItemChange } from './queueItem.ts'
import type { QueueCause } from './states.ts'

/** What a send attempt does about an answer or a failure: applied from top to bottom. */
export interface Outcome {
  readonly throughput?: Throughput
  /** A pause of the whole queue. */
  readonly pause?: QueuePause
  /** What to store of the item: its next state, the cause, the time of the next attempt. */
  readonly change?: ItemChange
  readonly attempt?: Partial<Omit<AttemptState, 'item'>>
  /** No grant can be obtained in this drain: do not try the item again. */
  readonly isWithoutGrant?: true
  /**
   * `continue`: the next request follows. `release`: the item returns to the queue. Otherwise the attempt has ended.
   */
  readonly result: 'continue' | 'release' | ItemEnd
}

/** What a reaction depends on besides the attempt and the answer. */
export interface Conditions {
  /** Milliseconds since 1970. */
  readonly now: number
  /** From 0 to 1, for the jitter. */
  readonly random: number
  readonly throughput: Readonly<Throughput>
}

/** With the milliseconds until the next attempt. */
export type Wait = Conditions & { readonly waitMs: number }

/** No answer: the item waits for the network. */
export function waitForNetwork({ item }: AttemptState, conditions: Conditions): Outcome {
  const waiting = nextAttemptIn(netDelayMs(item.netFailures, conditions.random), conditions)
  const cause = noAnswerCause('network', conditions)
  return { change: { state: 'waiting_net', netFailures: item.netFailures + 1, ...waiting, cause }, result: 'no_answer' }
}

/** The server cannot take it now: the item is tried again after `waitMs`. */
export function backOff({ item }: AttemptState, answer: WireAnswer, conditions: Wait): Outcome {
  const cause = causeOf(answer, 'server', conditions)
  return {
    change: { state: 'backoff', attempts: item.attempts + 1, ...nextAttemptIn(conditions.waitMs, conditions), cause },
    result: 'parked',
  }
}

/** The server asks for a pause of the whole queue. */
export function pauseQueue({ item }: AttemptState, answer: WireAnswer, conditions: Wait): Outcome {
  const waiting = nextAttemptIn(conditions.waitMs, conditions)
  const cause = causeOf(answer, 'rate', conditions)
  return {
    pause: waiting,
    change: { state: 'backoff', attempts: item.attempts + 1, ...waiting, cause },
    result: 'queue_paused',
  }
}

/** The server refuses it until something else changes, for example until the event is open. */
export function block(cause: QueueCause, conditions: Wait): Outcome {
  return { change: { state: 'blocked', ...nextAttemptIn(conditions.waitMs, conditions), cause }, result: 'parked' }
}

/** Trying again would not help: the item waits for its person. */
export function fail({ item }: AttemptState, answer: WireAnswer, conditions: Conditions): Outcome {
  const cause = causeOf(answer, 'refused', conditions)
  return { change: { state: 'failed', attempts: item.attempts + 1, cause }, result: 'parked' }
}

/** Times of the next attempt, `waitMs` from now. */
export function nextAttemptIn(waitMs: number, { now }: Conditions): QueuePause {
  return { nextAttemptAt: now + waitMs, waitMs }
}

/** The cause that screens show for an answer. */
export function causeOf(
  answer: WireAnswer | (Pick<HttpAnswer, 'status' | 'code' | 'message'> & Partial<Pick<HttpAnswer, 'mediaId'>>),
  classOfCause: QueueCause['class'],
  conditions: Conditions,
): QueueCause {
  if (!('status' in answer)) return noAnswerCause('network', conditions)
  const { status, code, message, mediaId = null } = answer
  return { class: classOfCause, status, code, message, ...(mediaId !== null && { mediaId }), at: conditions.now }
}

/** A cause without an answer of the server. */
export function noAnswerCause(classOfCause: QueueCause['class'], { now }: Pick<Conditions, 'now'>): QueueCause {
  return { class: classOfCause, status: null, code: null, message: null, at: now }
}
