import type { QueueState } from './states.ts'

const parked = ['sending', 'queued', 'waiting_auth', 'blocked_storage', 'paused', 'failed', 'done'] as const
const givenUp = ['cancelling', 'cancelled'] as const
const waiting: readonly QueueState[] = [...parked, ...givenUp]

/** Allowed next states of each state (queue.spec.md). Any other move is a bug. */
export const legalMoves: Record<QueueState, readonly QueueState[]> = {
  staging: ['queued', 'volatile', 'lost_source', 'cancelled'],
  queued: waiting,
  volatile: waiting,
  waiting_net: waiting,
  backoff: waiting,
  waiting_auth: waiting,
  blocked: waiting,
  blocked_storage: waiting,
  sending: [...waiting, 'finalizing', 'waiting_net', 'backoff', 'blocked'],
  finalizing: [...waiting, 'waiting_net', 'backoff', 'blocked'],
  paused: ['queued', 'done', ...givenUp],
  failed: ['queued', 'done', ...givenUp],
  cancelling: ['cancelled', 'done'],
  lost_source: ['staging', 'cancelled'],
  cancelled: [],
  done: [],
}

/** Whether a state may follow another. Staying in the same state is always allowed. */
export function canMove(from: QueueState, to: QueueState): boolean {
  return from === to || legalMoves[from].includes(to)
}
