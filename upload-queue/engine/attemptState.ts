import type { RequestKind } from './answerClass.ts'
import type { WireAnswer } from './ports.ts'
import type { QueueItem } from './queueItem.ts'

/** State of one send attempt, in memory only: after a crash the engine asks the server instead. */
export interface AttemptState {
  /** The item as last stored. */
  readonly item: QueueItem
  /** The next request. `head` reads the confirmed offset, whenever it is in doubt. */
  readonly next: Exclude<RequestKind, 'reconcile'>
  /** Whether this attempt has requested a new grant; it does so once. */
  readonly hasRenewedGrant: boolean
  /** Consecutive requests without progress, whatever the answers. */
  readonly idleRequests: number
  /** The highest confirmed offset: only an offset above it is progress. */
  readonly bestOffset: number
  /** Whether the last chunk since progress was cut short; after a second one the item waits. */
  readonly wasCutShort: boolean
  /** That chunk, until the server has confirmed how much of it arrived. */
  readonly cutChunk: { readonly from: number; readonly tookMs: number; readonly lanes: number } | null
}

/** One request and its answer. */
export interface Exchange {
  readonly request: AttemptState['next']
  readonly answer: WireAnswer
  /** Bytes in the request body. */
  readonly sent: number
  readonly tookMs: number
  /** Number of files that were being sent in parallel, this one included. */
  readonly lanes: number
}

/** The state before the first request of an attempt. */
export function startState(item: QueueItem): AttemptState {
  return {
    item,
    next: resumingRequest(item),
    hasRenewedGrant: false,
    idleRequests: 0,
    bestOffset: item.confirmedOffset,
    wasCutShort: false,
    cutChunk: null,
  }
}

/** The request that returns the server's offset: HEAD, or an idempotent creation when there is no address yet. */
export function resumingRequest({ uploadUrl }: QueueItem): 'create' | 'head' {
  return uploadUrl === null ? 'create' : 'head'
}
