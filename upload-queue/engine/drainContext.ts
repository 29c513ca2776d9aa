import type { Throughput } from './throughput.ts'
import type { LaneTrial } from './laneTrial.ts'
import { type Grant, isGrant, type NoGrant, type Ports } from './ports.ts'
import { ItemMoved } from './queueErrors.ts'
import type { OwnerId } from './owner.ts'
import type { ItemChange, QueueItem } from './queueItem.ts'
import type { QueueState } from './states.ts'

/** Timeout of a request without bytes of a photo, in milliseconds. */
export const shortRequestMs = 20_000

/** What one drain knows and shares among its items. */
export interface DrainContext {
  readonly ports: Ports
  /** Fencing number of all writes of this drain. */
  readonly epoch: number
  readonly throughput: Throughput
  /** Checked between two requests: whether to stop now (page hidden, time limit, update requested). */
  readonly shouldStop: () => boolean
  /** Items without an obtainable grant in this drain. Requesting it again would loop forever. */
  readonly withoutGrant: Set<string>
  /** Items that are being sent, by id. */
  readonly inFlight: Map<string, Lane>
  /** What this drain has learned about sending in parallel. */
  trial: LaneTrial
  /** Called when the trial allows another lane. */
  onLaneAllowed: () => void
  /** Grants that the server refused in this drain, by person and event: hundreds of photos need one request. */
  readonly refusals: Map<string, NoGrant>
  /** People whose daily limit has refused an upload in this drain: the next ones are announced without their bytes. */
  readonly atDailyLimit: Set<OwnerId>
}

/** The part of the context that the caller provides. */
export type DrainStart = Omit<
  DrainContext,
  'withoutGrant' | 'inFlight' | 'trial' | 'onLaneAllowed' | 'refusals' | 'atDailyLimit'
>

/** Result of the work on one item. `no_answer`: no network. `queue_paused`: the server required the whole queue to wait. */
export type ItemEnd = 'delivered' | 'parked' | 'no_answer' | 'queue_paused' | 'stopped'

interface Lane {
  readonly item: QueueItem
  readonly ended: Promise<{ readonly id: string; readonly end: ItemEnd }>
}

/** Writes a change of an item with the fencing number of this drain. */
export function write(context: DrainContext, item: QueueItem, change: ItemChange): Promise<QueueItem> {
  return context.ports.store.move({ id: item.id, from: item.state, epoch: context.epoch, change })
}

/** Writes a change with a delay of `waitMs` from now. */
export function park(
  context: DrainContext,
  item: QueueItem,
  change: ItemChange & { state: QueueState; waitMs: number },
) {
  return write(context, item, { ...change, nextAttemptAt: context.ports.clock.now() + change.waitMs })
}

/** Awaits a write. Undefined when the user changed the item first. */
export async function ignoreItemMoved(writing: Promise<QueueItem>): Promise<QueueItem | undefined> {
  try {
    return await writing
  } catch (error) {
    if (error instanceof ItemMoved) return undefined
    throw error
  }
}

/** Requests a grant for the item's person and event. A refusal is remembered until the end of the drain. */
export async function renewGrant(context: DrainContext, { ownerId, evenementId }: QueueItem): Promise<Grant | NoGrant> {
  const key = `${ownerId} ${evenementId}`
  const refusal = context.refusals.get(key)
  if (refusal) return refusal
  const answer = await context.ports.grants.renew(ownerId, evenementId)
  if (!isGrant(answer) && answer.none === 'refused') context.refusals.set(key, answer)
  return answer
}
