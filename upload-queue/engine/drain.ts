import { backoffMs } from './backoff.ts'
import { type DrainContext, type DrainStart, type ItemEnd, park, ignoreItemMoved } from './drainContext.ts'
import { mayJoin } from './lanes.ts'
import { speedOfOneLane, startTrial } from './laneTrial.ts'
import { noAnswerCause } from './outcome.ts'
import { Fenced, ItemMoved, StorageBroken } from './queueErrors.ts'
import { isDue, type QueueItem } from './queueItem.ts'
import { recover } from './recover.ts'
import { SendAttempt } from './sendAttempt.ts'
import { nextWakeAt, readyItems, waitsForPerson } from './sendOrder.ts'
import { settleCancellation } from './settleCancellation.ts'
import { continuesByItself, isCancellationRefused, isEnded } from './states.ts'

/** Why a drain ended and what remains. */
export interface DrainEnd {
  readonly why: 'idle' | 'stopped' | 'no_network' | 'queue_paused' | 'storage' | 'fenced' | 'wifi'
  /** Items that continue without user action. */
  readonly remaining: number
  /** Milliseconds since 1970; null when only an event (user action, login) can continue the queue. */
  readonly nextWakeAt: number | null
}

/**
 * Sends everything that can be sent now. One failing item does not block the others.
 * @param lanes number of files that are sent in parallel at most: several in a page, 1 in a worker
 * @param networkIsBack whether items that wait for the network skip the rest of their delay
 */
export async function drain(
  start: DrainStart,
  { lanes, networkIsBack }: { lanes: number; networkIsBack: boolean },
): Promise<DrainEnd> {
  const context: DrainContext = {
    ...start,
    withoutGrant: new Set(),
    inFlight: new Map(),
    trial: startTrial,
    onLaneAllowed: () => {},
    refusals: new Map(),
    atDailyLimit: new Set(),
  }
  try {
    const recovered = await recover(context)
    if (recovered === 'no_answer') return await ending(context, 'no_network')
    if (networkIsBack) await wakeForNetwork(context)
    return await ending(context, await sendAll(context, lanes))
  } catch (error) {
    if (error instanceof Fenced) return { why: 'fenced', remaining: 0, nextWakeAt: null }
    if (error instanceof StorageBroken) return { why: 'storage', remaining: 1, nextWakeAt: null }
    throw error
  }
}

async function sendAll(context: DrainContext, lanes: number): Promise<DrainEnd['why']> {
  const { inFlight } = context
  let hasDelivered = false
  try {
    for (;;) {
      const laneAllowed = new Promise<null>((resolve) => (context.onLaneAllowed = () => resolve(null)))
      const why = await fillLanes(context, { lanes, hasDelivered })
      if (why !== 'filled') return why
      const ended = await Promise.race([laneAllowed, ...Array.from(inFlight.values(), (lane) => lane.ended)])
      if (ended === null) continue
      const { id, end } = ended
      inFlight.delete(id)
      hasDelivered ||= end === 'delivered'
      if (end === 'stopped' || end === 'queue_paused') return end
      if (end === 'no_answer') return 'no_network'
    }
  } finally {
    // Also after an error: no request may continue once the lock is released.
    await Promise.allSettled(Array.from(inFlight.values(), ({ ended }) => ended))
    // The next drain begins with one connection.
    const speed = speedOfOneLane(context.trial)
    if (speed !== null) context.throughput.speed = speed
  }
}

/** Starts the items that may be sent now. @returns why nothing is being sent, otherwise `filled` */
async function fillLanes(
  context: DrainContext,
  { lanes, hasDelivered }: { lanes: number; hasDelivered: boolean },
): Promise<DrainEnd['why'] | 'filled'> {
  if (context.shouldStop()) return 'stopped'
  const { inFlight } = context
  const { store, grants, clock } = context.ports
  const pause = await store.readPause()
  if (pause && !isDue(pause, clock.now())) return 'queue_paused'
  if (pause) await store.writePause(null)
  const live = (await store.live()).filter(({ id }) => !context.withoutGrant.has(id) && !inFlight.has(id))
  for (const item of await readyItems(live, { grants, now: clock.now() })) {
    if (!mayJoin(context, item, { lanes, hasDelivered })) break
    const ended = work(context, item).then((end) => ({ id: item.id, end }))
    inFlight.set(item.id, { item, ended })
  }
  return inFlight.size === 0 ? 'idle' : 'filled'
}

async function work(context: DrainContext, item: QueueItem): Promise<ItemEnd> {
  try {
    return item.state === 'cancelling'
      ? await settleCancellation(context, item)
      : await new SendAttempt(context, item).send()
  } catch (error) {
    if (error instanceof Fenced || error instanceof StorageBroken) throw error
    if (error instanceof ItemMoved) return 'parked'
    return parkAfterError(context, item)
  }
}

/** An unexpected error: this item waits, the others continue. */
async function parkAfterError(context: DrainContext, item: QueueItem): Promise<ItemEnd> {
  const now = await context.ports.store.item(item.id)
  if (!now || isEnded(now.state)) return 'parked'
  const cause = noAnswerCause('server', { now: context.ports.clock.now() })
  const waitMs = backoffMs(now.attempts, context.ports.random())
  const state = now.state === 'sending' || now.state === 'finalizing' ? 'backoff' : now.state
  await ignoreItemMoved(park(context, now, { state, attempts: now.attempts + 1, waitMs, cause }))
  return 'parked'
}

async function wakeForNetwork(context: DrainContext): Promise<void> {
  for (const item of await context.ports.store.live()) {
    if (item.state !== 'waiting_net' || item.nextAttemptAt === null) continue
    // Started uploads go first again: when the whole network was down, earlier failures are no evidence against the
    // item.
    const netFailures = item.confirmedOffset > 0 ? Math.min(item.netFailures, 1) : item.netFailures
    await ignoreItemMoved(park(context, item, { state: 'waiting_net', waitMs: 0, netFailures }))
  }
}

async function ending(context: DrainContext, why: DrainEnd['why']): Promise<DrainEnd> {
  const items = await context.ports.store.live()
  const pause = await context.ports.store.readPause()
  return { why, remaining: remainingOf(items), nextWakeAt: nextWakeAt(items, pause) }
}

/** Number of items that continue without user action, now or later. */
export function remainingOf(items: readonly QueueItem[]): number {
  const continuing = items.filter((item) => continuesByItself(item.state) && !isCancellationRefused(item))
  return continuing.filter((item) => !waitsForPerson(item)).length
}
