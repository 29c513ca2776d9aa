import type { OwnerId } from './owner.ts'
import type { ItemStore } from './ports.ts'
import { ItemMoved } from './queueErrors.ts'
import type { ItemChange, QueueItem } from './queueItem.ts'
import { canMove } from './moves.ts'
import { isCancellationRefused, isEnded, type QueueState } from './states.ts'

/** The ids of some items, or all items of the person. */
export type ItemSelection = readonly string[] | 'all'
interface Person {
  readonly store: ItemStore
  /** Commands change only the items of this person. */
  readonly ownerId: OwnerId
}

const retriable: ReadonlySet<QueueState> = new Set([
  'failed',
  'backoff',
  'waiting_net',
  'waiting_auth',
  'blocked',
  'blocked_storage',
])
const fromTheStart = {
  state: 'queued',
  attempts: 0,
  netFailures: 0,
  noProgress: 0,
  recreations: [],
  nextAttemptAt: null,
  waitMs: 0,
  refusedGrantId: null,
  cause: null,
} as const satisfies ItemChange

/**
 * Pauses items that may be paused. Like every command, returns the ids that it changed, so that their requests can be
 * aborted.
 */
export function pauseItems(person: Person, which: ItemSelection): Promise<string[]> {
  return command(person, which, ({ state }) => {
    const isPausable = canMove(state, 'paused') && state !== 'paused' && state !== 'finalizing'
    return isPausable ? { state: 'paused', nextAttemptAt: null, waitMs: 0 } : null
  })
}

/** Queues paused items again, with all counters reset. @returns the changed ids */
export function resumeItems(person: Person, which: ItemSelection): Promise<string[]> {
  return command(person, which, ({ state }) => (state === 'paused' ? { ...fromTheStart } : null))
}

/** Resets all counters and ends the pause of the queue (429): a manual retry overrides the limits. */
export async function retryItems(person: Person, which: ItemSelection): Promise<string[]> {
  const changed = await restartItems(person, which)
  await person.store.writePause(null)
  return changed
}

/**
 * Resets all counters when the reason of the wait may be gone. The pause of the queue (429) stays. A cancellation that
 * the server refused to answer stays one, and is tried again at once.
 */
export function restartItems(person: Person, which: ItemSelection): Promise<string[]> {
  return command(person, which, (item) => {
    if (isCancellationRefused(item)) return { nextAttemptAt: null, waitMs: 0 }
    return retriable.has(item.state) ? { ...fromTheStart } : null
  })
}

/** Cancels items. An announced one goes through `cancelling`; any other is cancelled at once. */
export function cancelItems(person: Person, which: ItemSelection): Promise<string[]> {
  return command(person, which, ({ state, announced }) => {
    if (isEnded(state) || state === 'cancelling') return null
    const isGoneAtOnce = !announced || !canMove(state, 'cancelling')
    return { state: isGoneAtOnce ? 'cancelled' : 'cancelling', nextAttemptAt: null, waitMs: 0, cause: null }
  })
}

/**
 * Ends cancellations that the server refuses to answer: deletes the photos from this device only. A photo that the
 * server has received stays there.
 */
export function removeFromDevice(person: Person, which: ItemSelection): Promise<string[]> {
  return command(person, which, (item) =>
    isCancellationRefused(item) ? { state: 'cancelled', nextAttemptAt: null, waitMs: 0, cause: null } : null,
  )
}

/** Deletes receipts: items of photos that the server has. Leaves items in any other state. @returns no ids */
export async function forgetReceipts(person: Person, which: readonly string[]): Promise<string[]> {
  const received = (await owned(person, which)).filter(({ state }) => state === 'done').map(({ id }) => id)
  if (received.length > 0) await person.store.forget(received)
  return []
}

async function command(person: Person, which: ItemSelection, changeOf: (item: QueueItem) => ItemChange | null) {
  const changed: string[] = []
  for (const item of await owned(person, which)) {
    if (await apply(person.store, item, changeOf)) changed.push(item.id)
  }
  return changed
}

async function owned({ store, ownerId }: Person, which: ItemSelection): Promise<QueueItem[]> {
  const items = await store.items()
  return items.filter((item) => item.ownerId === ownerId && (which === 'all' || which.includes(item.id)))
}

/** The drainer writes concurrently: retry until the change applies to the current state. */
async function apply(
  store: ItemStore,
  item: QueueItem,
  changeOf: (item: QueueItem) => ItemChange | null,
): Promise<boolean> {
  let current: QueueItem | undefined = item
  while (current) {
    const change = changeOf(current)
    if (!change) return false
    try {
      await store.move({ id: current.id, from: current.state, epoch: null, change })
      return true
    } catch (error) {
      if (!(error instanceof ItemMoved)) throw error
      current = await store.item(item.id)
    }
  }
  return false
}
