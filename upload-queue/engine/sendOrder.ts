import { type Hold, type GrantSource } from './ports.ts'
import type { Pace } from './pace.ts'
import { isDue, type QueueItem } from './queueItem.ts'
import type { QueueState } from '#upload-queue/queueView.ts'

const startable: ReadonlySet<QueueState> = new Set([
  'queued',
  'volatile',
  'waiting_net',
  'backoff',
  'blocked',
  'blocked_storage',
  'cancelling',
])

/** Whether only a login of its own person can help it. */
export function waitsForPerson({ state, cause }: Pick<QueueItem, 'state' | 'cause'>): boolean {
  return state === 'waiting_auth' || (state === 'cancelling' && cause?.class === 'auth')
}

/** Items that may be worked at now, in the order in which they go. */
export async function readyItems(
  items: readonly QueueItem[],
  { grants, now }: { grants: GrantSource; now: number },
): Promise<QueueItem[]> {
  const ready: QueueItem[] = []
  for (const item of items) {
    if (waitsForPerson(item)) {
      const grant = await grants.find(item.ownerId, item.evenementId)
      if (grant && grant.grantId !== item.refusedGrantId) ready.push(item)
    } else if (startable.has(item.state) && isDue(item, now)) ready.push(item)
  }
  return ready.toSorted(bySendOrder)
}

/** Those that had no answer last, so that a poisoned one cannot keep the rest back; then photos; then the oldest. */
function bySendOrder(a: QueueItem, b: QueueItem): number {
  return a.netFailures - b.netFailures || Number(isVideo(a)) - Number(isVideo(b)) || (a.id < b.id ? -1 : 1)
}

function isVideo(item: QueueItem): boolean {
  return item.type.startsWith('video/')
}

/** What goes side by side: two small files in a page, else one. */
export function nextBatch(ready: readonly QueueItem[], { lanes, pace }: { lanes: 1 | 2; pace: Pace }): QueueItem[] {
  const [first, second] = ready
  if (!first) return []
  const fits = (item: QueueItem | undefined): item is QueueItem => item !== undefined && item.size <= pace.chunk
  return lanes === 2 && fits(first) && fits(second) ? [first, second] : [first]
}

/** When the queue should look again by itself, in milliseconds since 1970; null when only an event can help. */
export function nextWakeAt(items: readonly QueueItem[], hold: Hold | null): number | null {
  const times = items.flatMap((item) => {
    if (!startable.has(item.state) || waitsForPerson(item)) return []
    return [Math.max(item.nextAttemptAt ?? 0, hold?.nextAttemptAt ?? 0)]
  })
  return times.length === 0 ? null : Math.min(...times)
}
