/** States of an item (queue.spec.md). The screen has one French sentence for each. */
export type QueueState =
  | 'staging'
  | 'queued'
  | 'sending'
  | 'finalizing'
  | 'waiting_net'
  | 'backoff'
  | 'waiting_auth'
  | 'blocked'
  | 'blocked_storage'
  | 'volatile'
  | 'paused'
  | 'failed'
  | 'cancelling'
  | 'cancelled'
  | 'done'
  | 'lost_source'

/** Why an item does not continue by itself: an answer of the server, or a failure of the device. */
export interface QueueCause {
  readonly class: 'network' | 'server' | 'auth' | 'refused' | 'blocked' | 'storage' | 'rate'
  /** HTTP status, or null without an answer. */
  readonly status: number | null
  /** Code of domain/contract/errors.ts, if the server sent one. */
  readonly code: string | null
  /** The server's French message, ready to show; null when there is none. */
  readonly message: string | null
  /** The media that the refusal is about, when it names one. */
  readonly mediaId?: number
  /** Milliseconds since 1970. */
  readonly at: number
}

/** The two final states: only these delete the bytes from the device. */
export function isEnded(state: QueueState): boolean {
  return state === 'done' || state === 'cancelled'
}

/** Whether the photo is on this device, or being copied to it, and the server has not received it yet. */
export function isUnreceived(state: QueueState): boolean {
  return !isEnded(state) && state !== 'lost_source'
}

/** Whether the item is an accepted photo that the server has not received yet: it is no longer being copied. */
export function isPending(state: QueueState): boolean {
  return isUnreceived(state) && state !== 'staging'
}

/** Whether the server refuses to answer whether it has a photo that the user cancelled. */
export function isCancellationRefused({ state, cause }: { state: QueueState; cause: QueueCause | null }): boolean {
  return state === 'cancelling' && cause?.class === 'blocked'
}

/** Whether the item counts among those that are not received yet: a deletion that ends by itself does not. */
export function countsAsPending({ state, cause }: { state: QueueState; cause: QueueCause | null }): boolean {
  return !isEnded(state) && (state !== 'cancelling' || isCancellationRefused({ state, cause }))
}

/** Whether the queue continues the item without user action, now or after a delay. */
export function continuesByItself(state: QueueState): boolean {
  return automatic.has(state)
}
const automatic: ReadonlySet<QueueState> = new Set([
  'queued',
  'volatile',
  'sending',
  'finalizing',
  'waiting_net',
  'backoff',
  'blocked_storage',
  'cancelling',
])
