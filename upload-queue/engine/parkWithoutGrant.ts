import { blockedMs, netDelayMs } from './backoff.ts'
import { type DrainContext, type ItemEnd, park, write } from './drainContext.ts'
import type { NoGrant } from './ports.ts'
import type { QueueItem } from './queueItem.ts'

/**
 * Parks an item without a usable grant: it waits for a login, for the network, or for the reason that the server gave.
 * @param refusedGrantId the grant that the server rejected, if any
 */
export async function parkWithoutGrant(
  run: DrainContext,
  item: QueueItem,
  why: NoGrant,
  refusedGrantId = item.refusedGrantId,
): Promise<ItemEnd> {
  const at = run.ports.clock.now()
  if (why.none === 'nobody') {
    const cause = { class: 'auth', status: null, code: null, message: null, at } as const
    run.withoutGrant.add(item.id)
    await write(run, item, { state: 'waiting_auth', refusedGrantId, cause })
    return 'parked'
  }
  if (why.none === 'network') {
    const netFailures = item.netFailures + 1
    const waitMs = netDelayMs(item.netFailures, run.ports.random())
    const cause = { class: 'network', status: null, code: null, message: null, at } as const
    await park(run, item, { state: 'waiting_net', refusedGrantId, netFailures, waitMs, cause })
    return 'no_answer'
  }
  const { status, code, message } = why
  const cause = { class: 'blocked', status, code, message, at } as const
  await park(run, item, { state: 'blocked', refusedGrantId, waitMs: blockedMs, cause })
  return 'parked'
}
