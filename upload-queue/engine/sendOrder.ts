import { isVideo } from './isVideo.ts'
import { type QueuePause, type GrantSource } from './ports.ts'
import { isLocalOwner } from './owner.ts'
import { isDue, type QueueItem } from './queueItem.ts'
import type { QueueState } from './states.ts'

const startable: ReadonlySet<QueueState> = new Set([
  'queued',
  'volatile',
  'waiting_net',
  'backoff',
  'blocked',
  'blocked_storage',
  'cancelling',
])

/** Whether only a login of its own person can continue the item. */
export function waitsForPerson({ state, cause }: Pick<QueueItem, 'state' | 'cause'>): boolean {
  return state === 'waiting_auth' || (state === 'cancelling' && cause?.class === 'auth')
}

/**
 * Items that may be sent now, in order. Nothing is sent behind an item that waits for the network: photos are finished
 * one after the other, and the same outage would affect the next one.
 */
export async function readyItems(
  items: readonly QueueItem[],
  { grants, now }: { grants: GrantSource; now: number },
): Promise<QueueItem[]> {
  const ready: QueueItem[] = []
  for (const item of items.filter(hasServerOwner).toSorted(bySendOrder)) {
    if (waitsForPerson(item)) {
      const grant = await grants.find(item.ownerId, item.evenementId)
      const isNew = grant !== null && grant.grantId !== item.refusedGrantId
      if (isNew || grants.canRenew(item.ownerId)) ready.push(item)
    } else if (startable.has(item.state)) {
      if (isDue(item, now)) ready.push(item)
      else if (blocksOthers(item)) return ready
    }
  }
  return ready
}

/** The photos of a guest whom the server does not know yet wait for the entry; they do not hold up others. */
function hasServerOwner({ ownerId }: QueueItem): boolean {
  return !isLocalOwner(ownerId)
}

/** After this many consecutive attempts without an answer an item is suspect: the others go first. */
const suspectAfter = 2

function suspicion({ netFailures }: QueueItem): number {
  return netFailures < suspectAfter ? 0 : netFailures
}

function blocksOthers(item: QueueItem): boolean {
  return item.state === 'waiting_net' && suspicion(item) === 0
}

/** Suspect items last, so that one poisoned item cannot block the rest. Then photos, started uploads, the oldest. */
function bySendOrder(a: QueueItem, b: QueueItem): number {
  return (
    suspicion(a) - suspicion(b) ||
    Number(isVideo(a)) - Number(isVideo(b)) ||
    Number(isBegun(b)) - Number(isBegun(a)) ||
    (a.id < b.id ? -1 : 1)
  )
}

function isBegun(item: QueueItem): boolean {
  return item.confirmedOffset > 0
}

/** When the queue should run again by itself, in milliseconds since 1970; null when only an event can continue it. */
export function nextWakeAt(items: readonly QueueItem[], pause: QueuePause | null): number | null {
  const startableItems = items.filter((item) => startable.has(item.state) && !waitsForPerson(item))
  const waiting = startableItems.filter(hasServerOwner).toSorted(bySendOrder)
  const last = waiting.findIndex((item) => blocksOthers(item) && item.nextAttemptAt !== null)
  const times = (last === -1 ? waiting : waiting.slice(0, last + 1)).map((item) =>
    Math.max(item.nextAttemptAt ?? 0, pause?.nextAttemptAt ?? 0),
  )
  return times.length === 0 ? null : Math.min(...times)
}
