import { netDelayMs } from './backoff.ts'
import { type DrainContext, type ItemEnd, park, renewGrant, write, writeDone } from './drainContext.ts'
import { type Grant, isGrant, ItemMoved } from './ports.ts'
import type { QueueItem } from './queueItem.ts'
import { reactionTo } from './retryPolicy.ts'
import { sameBytes } from './sameBytes.ts'

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
    const chance = { attempts: item.attempts, random: run.ports.random() }
    const reaction = reactionTo('reconcile', answer, chance)
    if (answer.kind === 'none') return parkCancellation(run, item, 'no_answer')
    if (reaction.do === 'wait_auth') return 'no_grant'
    // Our server has no such event for this person, so it has nothing of this item.
    if (reaction.do === 'fail' && answer.tus) return writeCancelled(run, item)
    if (reaction.do !== 'proceed') return parkCancellation(run, item, 'parked')
    const [state] = known
    if (state?.etat === 'done' && state.mediaId !== null && sameBytes(item, state.sha256)) {
      await writeDone(run, item, { mediaId: state.mediaId, duplicate: false })
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
