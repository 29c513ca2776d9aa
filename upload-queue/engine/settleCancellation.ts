import { classifyAnswer } from './answerClass.ts'
import { netDelayMs } from './backoff.ts'
import { type DrainContext, type ItemEnd, park, renewGrant, write } from './drainContext.ts'
import { type Grant, isGrant, ItemMoved } from './ports.ts'
import type { QueueItem } from './queueItem.ts'
import { deliveredChange, receiptOf } from './receipt.ts'

const roundsWithServer = 3
const limitMs = 20_000

/**
 * Ends an item that the user cancelled, after the server has deleted its part. If the photo was delivered in the
 * meantime, it is shown as delivered. An announced item is not marked cancelled until the server has answered with a
 * grant of that person.
 */
export async function settleCancellation(run: DrainContext, item: QueueItem): Promise<ItemEnd> {
  try {
    // Never announced: the server has nothing to delete.
    if (!item.announced) return await writeCancelled(run, item)
    const { grants } = run.ports
    const known = await grants.find(item.ownerId, item.evenementId)
    const end = known ? await removeThere(run, item, known) : 'no_grant'
    if (end !== 'no_grant') return end
    const renewed = await renewGrant(run, item)
    if (!isGrant(renewed)) {
      return renewed.none === 'nobody'
        ? await waitForPerson(run, item, known)
        : await parkCancellation(run, item, renewed.none === 'network' ? 'no_answer' : 'parked')
    }
    const second = await removeThere(run, item, renewed)
    return second === 'no_grant' ? await waitForPerson(run, item, renewed) : second
  } catch (error) {
    if (error instanceof ItemMoved) return 'parked'
    throw error
  }
}

async function removeThere(run: DrainContext, item: QueueItem, { grant }: Grant): Promise<ItemEnd | 'no_grant'> {
  const sending = { grant, limitMs, signal: new AbortController().signal }
  for (let round = 0; round < roundsWithServer; round += 1) {
    const { answer, known } = await run.ports.wire.reconcile(item.evenementId, [item.id], sending)
    if (answer.kind === 'none') return parkCancellation(run, item, 'no_answer')
    const meaning = classifyAnswer('reconcile', answer)
    if (meaning === 'grant_refused') return 'no_grant'
    // Our server has no such event for this person, so it has nothing of this item.
    if (meaning === 'refused' && answer.tus) return writeCancelled(run, item)
    if (meaning !== 'success') return parkCancellation(run, item, 'parked')
    const [state] = known
    const receipt = receiptOf(item, state)
    if (receipt) {
      await write(run, item, deliveredChange(item, receipt, run.ports.clock.now()))
      return 'delivered'
    }
    if (state?.etat !== 'open' || state.uploadUrl === null) return writeCancelled(run, item)
    const removed = await run.ports.wire.remove(state.uploadUrl, sending)
    if (removed.kind === 'none') return parkCancellation(run, item, 'no_answer')
    // The upload may have been completed between the two requests, and a media is not deleted this way: reconcile
    // again.
  }
  return parkCancellation(run, item, 'parked')
}

async function waitForPerson(run: DrainContext, item: QueueItem, refused: Grant | null): Promise<ItemEnd> {
  const cause = { class: 'auth', status: null, code: null, message: null, at: run.ports.clock.now() } as const
  const refusedGrantId = refused?.grantId ?? null
  run.withoutGrant.add(item.id)
  await write(run, item, { state: 'cancelling', nextAttemptAt: null, waitMs: 0, refusedGrantId, cause })
  return 'parked'
}

async function writeCancelled(run: DrainContext, item: QueueItem): Promise<ItemEnd> {
  await write(run, item, { state: 'cancelled', nextAttemptAt: null, waitMs: 0, uploadUrl: null })
  return 'parked'
}

async function parkCancellation(run: DrainContext, item: QueueItem, end: ItemEnd): Promise<ItemEnd> {
  const netFailures = item.netFailures + 1
  // Clear the cause: with the `auth` cause of an earlier wait the item would be due again at once, in an endless loop.
  const change = { state: 'cancelling', netFailures, cause: null } as const
  await park(run, item, { ...change, waitMs: netDelayMs(netFailures, run.ports.random()) })
  return end
}
