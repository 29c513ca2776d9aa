import { classifyAnswer } from './answerClass.ts'
import { blockedMs, netDelayMs, waitAfterMs } from './backoff.ts'
import { type DrainContext, type ItemEnd, park, renewGrant, shortRequestMs, write } from './drainContext.ts'
import { noAnswerCause } from './outcome.ts'
import { type Grant, type HttpAnswer, isGrant } from './ports.ts'
import { ItemMoved } from './queueErrors.ts'
import type { QueueItem } from './queueItem.ts'
import { deliveredChange, receiptOf } from './receipt.ts'
import { inscriptionEnAttente } from './eventWait.ts'

const roundsWithServer = 3
/**
 * The codes of our server for an event that is deleted, for a person who is not, or no longer, registered for it, and for
 * one who waits for its organiser.
 */
const noAccess: ReadonlySet<string | null> = new Set(['upload.inscription_requise', inscriptionEnAttente])

/**
 * Ends an item that the user cancelled, after the server has deleted its part. If the photo was delivered in the
 * meantime, it is shown as delivered. An announced item is not marked cancelled until the server has answered with a
 * grant of that person. When the server refuses to answer, only the person can end the cancellation (removeFromDevice).
 */
export async function settleCancellation(context: DrainContext, item: QueueItem): Promise<ItemEnd> {
  try {
    // Never announced: the server has nothing to delete.
    if (!item.announced) return await writeCancelled(context, item)
    const { grants } = context.ports
    const known = await grants.find(item.ownerId, item.evenementId)
    const end = known ? await removeThere(context, item, known) : 'no_grant'
    if (end !== 'no_grant') return end
    const renewed = await renewGrant(context, item)
    if (!isGrant(renewed)) {
      if (renewed.none === 'refused' && noAccess.has(renewed.code)) return await waitForAccess(context, item, renewed)
      return renewed.none === 'no_session'
        ? await waitForPerson(context, item, known)
        : await parkCancellation(context, item, renewed.none === 'network' ? 'no_answer' : 'parked')
    }
    const second = await removeThere(context, item, renewed)
    return second === 'no_grant' ? await waitForPerson(context, item, renewed) : second
  } catch (error) {
    if (error instanceof ItemMoved) return 'parked'
    throw error
  }
}

async function removeThere(context: DrainContext, item: QueueItem, { grant }: Grant): Promise<ItemEnd | 'no_grant'> {
  const options = { grant, limitMs: shortRequestMs, signal: new AbortController().signal }
  for (let round = 0; round < roundsWithServer; round += 1) {
    const { answer, known } = await context.ports.wire.reconcile(item.evenementId, [item.id], {
      ...options,
      annuler: true,
    })
    if (answer.kind === 'none') return parkCancellation(context, item, 'no_answer')
    const meaning = classifyAnswer('reconcile', answer)
    if (meaning === 'grant_refused') return 'no_grant'
    if (noAccess.has(answer.code)) return waitForAccess(context, item, answer)
    // Our server has no such event for this person, so it has nothing of this item.
    if (meaning === 'refused' && answer.tus) return writeCancelled(context, item)
    if (meaning === 'rate_limited') return pauseQueue(context, item, answer)
    if (meaning !== 'success') return parkCancellation(context, item, 'parked')
    const [state] = known
    const receipt = receiptOf(item, state)
    if (receipt) {
      await write(context, item, deliveredChange(item, receipt, context.ports.clock.now()))
      return 'delivered'
    }
    if (state?.etat !== 'open' || state.uploadUrl === null) return writeCancelled(context, item)
    const removed = await context.ports.wire.remove(state.uploadUrl, options)
    if (removed.kind === 'none') return parkCancellation(context, item, 'no_answer')
    // The upload may have been completed between the two requests, and a media is not deleted this way: reconcile
    // again.
  }
  return parkCancellation(context, item, 'parked')
}

async function waitForPerson(context: DrainContext, item: QueueItem, refused: Grant | null): Promise<ItemEnd> {
  const cause = noAnswerCause('auth', { now: context.ports.clock.now() })
  const refusedGrantId = refused?.grantId ?? null
  context.withoutGrant.add(item.id)
  await write(context, item, { state: 'cancelling', nextAttemptAt: null, waitMs: 0, refusedGrantId, cause })
  return 'parked'
}

/**
 * The server may have the photo, and the organiser may restore the event or register the person again: the photo would
 * then be in the album although it was deleted. So the cancellation is not ended here.
 */
async function waitForAccess(
  context: DrainContext,
  item: QueueItem,
  { status, code, message }: Pick<HttpAnswer, 'status' | 'code' | 'message'>,
): Promise<ItemEnd> {
  const cause = { class: 'blocked', status, code, message, at: context.ports.clock.now() } as const
  await park(context, item, { state: 'cancelling', cause, waitMs: blockedMs })
  return 'parked'
}

async function writeCancelled(context: DrainContext, item: QueueItem): Promise<ItemEnd> {
  await write(context, item, { state: 'cancelled', nextAttemptAt: null, waitMs: 0, uploadUrl: null })
  return 'parked'
}

/** The server asks the whole queue to wait: hundreds of photos may be deleted at once. */
async function pauseQueue(context: DrainContext, item: QueueItem, answer: HttpAnswer): Promise<ItemEnd> {
  const { store, clock, random } = context.ports
  const waitMs = waitAfterMs(answer, { attempts: item.netFailures, random: random() })
  await store.writePause({ nextAttemptAt: clock.now() + waitMs, waitMs })
  await park(context, item, { state: 'cancelling', waitMs, cause: null })
  return 'queue_paused'
}

async function parkCancellation(context: DrainContext, item: QueueItem, end: ItemEnd): Promise<ItemEnd> {
  const netFailures = item.netFailures + 1
  // Clear the cause: with the `auth` cause of an earlier wait the item would be due again at once, in an endless loop.
  const change = { state: 'cancelling', netFailures, cause: null } as const
  await park(context, item, { ...change, waitMs: netDelayMs(netFailures, context.ports.random()) })
  return end
}
