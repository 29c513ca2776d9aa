import type { Pace } from './pace.ts'
import { type Grant, isGrant, ItemMoved, type NoGrant, type Ports } from './ports.ts'
import type { ItemChange, QueueItem } from './queueItem.ts'
import type { QueueState } from '#upload-queue/queueView.ts'

/** One run of the drainer. */
export interface DrainContext {
  readonly ports: Ports
  /** Fence of all its writes. */
  readonly epoch: number
  readonly pace: Pace
  /** Asked between two requests: whether to let go now (page hidden, time over, update asked for). */
  readonly shouldStop: () => boolean
  /** Items for which nobody could get a grant in this run: asking twice would go on without end. */
  readonly withoutGrant: Set<string>
  /** What is being sent now, by item. */
  readonly inHand: Map<string, Lane>
  /** What the server said no to in this run, by person and event: hundreds of photos are not as many questions. */
  readonly refusals: Map<string, NoGrant>
}

/** What a place begins a run with. */
export type DrainStart = Omit<DrainContext, 'withoutGrant' | 'inHand' | 'refusals'>

/** How the work at one item ended. `no_answer`: the network; `held`: the server wants the whole queue to wait. */
export type ItemEnd = 'delivered' | 'parked' | 'no_answer' | 'held' | 'stopped'

interface Lane {
  readonly item: QueueItem
  readonly ended: Promise<{ readonly id: string; readonly end: ItemEnd }>
}

/** Writes a change of an item under the run's fence. */
export function write(run: DrainContext, item: QueueItem, change: ItemChange): Promise<QueueItem> {
  return run.ports.store.move({ id: item.id, from: item.state, epoch: run.epoch, change })
}

/** Writes a change with a wait of `ms` from now. */
export function park(run: DrainContext, item: QueueItem, change: ItemChange & { state: QueueState; waitMs: number }) {
  return write(run, item, { ...change, nextAttemptAt: run.ports.clock.now() + change.waitMs })
}

/** The delivery: the receipt stays, the bytes go. */
export function writeDone(run: DrainContext, item: QueueItem, delivery: { mediaId: number; duplicate: boolean }) {
  return write(run, item, {
    state: 'done',
    ...delivery,
    confirmedOffset: delivery.duplicate ? item.confirmedOffset : item.size,
    deliveredAt: run.ports.clock.now(),
    nextAttemptAt: null,
    waitMs: 0,
    cause: null,
    uploadUrl: null,
  })
}

/** Waits for a write; undefined when a person was quicker and the item is theirs. */
export async function unlessMoved(writing: Promise<QueueItem>): Promise<QueueItem | undefined> {
  try {
    return await writing
  } catch (error) {
    if (error instanceof ItemMoved) return undefined
    throw error
  }
}

/** Asks for a grant of the item's person and event; what was refused in this run is not asked for again. */
export async function renewGrant(run: DrainContext, { ownerId, evenementId }: QueueItem): Promise<Grant | NoGrant> {
  const key = `${ownerId} ${evenementId}`
  const refusal = run.refusals.get(key)
  if (refusal) return refusal
  const answer = await run.ports.grants.renew(ownerId, evenementId)
  if (!isGrant(answer) && answer.none === 'refused') run.refusals.set(key, answer)
  return answer
}
