import { netDelayMs } from './backoff.ts'
import { type DrainRun, type ItemEnd, park, write, writeDone } from './drainRun.ts'
import { ItemMoved, type Sending } from './ports.ts'
import type { QueueItem } from './queueItem.ts'
import { reactionTo } from './retryPolicy.ts'
import { sameBytes } from './sameBytes.ts'

const roundsWithServer = 3

/**
 * Ends an item that its person gave up: what the server holds of it goes first. If the photo had arrived in the
 * meantime it is shown as received, for that is the truth.
 */
export async function settleCancellation(run: DrainRun, item: QueueItem): Promise<ItemEnd> {
  try {
    const grant = item.announced ? await run.ports.grants.find(item.ownerId, item.evenementId) : null
    // Never announced: the server knows nothing. No grant: its sweeper will find the rest.
    if (!grant) return await writeCancelled(run, item)
    const sending = { grant: grant.grant, limitMs: 20_000, signal: new AbortController().signal }
    return await removeThere(run, item, sending)
  } catch (error) {
    if (error instanceof ItemMoved) return 'parked'
    throw error
  }
}

async function removeThere(run: DrainRun, item: QueueItem, sending: Sending): Promise<ItemEnd> {
  for (let round = 0; round < roundsWithServer; round += 1) {
    const { answer, known } = await run.ports.wire.reconcile(item.evenementId, [item.id], sending)
    const chance = { attempts: item.attempts, random: run.ports.random() }
    const reaction = reactionTo('reconcile', answer, chance)
    if (reaction.do === 'wait_net') return parkCancellation(run, item, 'no_answer')
    if (reaction.do === 'backoff' || reaction.do === 'hold_queue') return parkCancellation(run, item, 'parked')
    if (reaction.do !== 'proceed') return writeCancelled(run, item)
    const [state] = known
    if (state?.etat === 'done' && state.mediaId !== null && sameBytes(item, state.sha256)) {
      await writeDone(run, item, { mediaId: state.mediaId, duplicate: false })
      return 'delivered'
    }
    if (state?.etat !== 'open' || state.uploadUrl === null) return writeCancelled(run, item)
    const removed = await run.ports.wire.remove(state.uploadUrl, sending)
    if (removed.kind === 'none') return parkCancellation(run, item, 'no_answer')
    // It may have been finished between the two calls, and a media is not removed this way: ask again.
  }
  return parkCancellation(run, item, 'parked')
}

async function writeCancelled(run: DrainRun, item: QueueItem): Promise<ItemEnd> {
  await write(run, item, { state: 'cancelled', nextAttemptAt: null, waitMs: 0, uploadUrl: null })
  return 'parked'
}

async function parkCancellation(run: DrainRun, item: QueueItem, end: ItemEnd): Promise<ItemEnd> {
  const netFailures = item.netFailures + 1
  await park(run, item, { state: 'cancelling', netFailures, waitMs: netDelayMs(netFailures, run.ports.random()) })
  return end
}
