import { backoffMs } from './backoff.ts'
import { type DrainContext, type DrainStart, type ItemEnd, park, unlessMoved } from './drainContext.ts'
import { Fenced, ItemMoved, StorageBroken } from './ports.ts'
import { isDue, type QueueItem } from './queueItem.ts'
import { recover } from './recover.ts'
import { sendItem } from './sendItem.ts'
import { canGoBeside, nextWakeAt, readyItems, waitsForPerson } from './sendOrder.ts'
import { settleCancellation } from './settleCancellation.ts'
import { goesOnAlone, isEnded } from './states.ts'

/** Why a drain ended, and what is left to do. */
export interface DrainEnd {
  readonly why: 'idle' | 'stopped' | 'no_network' | 'held' | 'storage' | 'fenced' | 'wifi'
  /** Items that will go on without anybody's help. */
  readonly remaining: number
  /** Milliseconds since 1970; null when only an event (a person, a login) can help. */
  readonly nextWakeAt: number | null
}

/**
 * Sends everything that can be sent now. One bad item never keeps the others back.
 * @param lanes 2 in a page (two small files side by side), 1 in a worker
 * @param networkIsBack whether items that wait for the network need not wait out their delay
 */
export async function drain(
  start: DrainStart,
  { lanes, networkIsBack }: { lanes: 1 | 2; networkIsBack: boolean },
): Promise<DrainEnd> {
  const run: DrainContext = { ...start, withoutGrant: new Set(), inHand: new Map(), refusals: new Map() }
  try {
    const recovered = await recover(run)
    if (recovered === 'no_answer') return await ending(run, 'no_network')
    if (networkIsBack) await wakeForNetwork(run)
    return await ending(run, await sendAll(run, lanes))
  } catch (error) {
    if (error instanceof Fenced) return { why: 'fenced', remaining: 0, nextWakeAt: null }
    if (error instanceof StorageBroken) return { why: 'storage', remaining: 1, nextWakeAt: null }
    throw error
  }
}

async function sendAll(run: DrainContext, lanes: 1 | 2): Promise<DrainEnd['why']> {
  const { inHand } = run
  let hasDelivered = false
  try {
    for (;;) {
      const why = await fillLanes(run, { lanes, hasDelivered })
      if (why !== 'filled') return why
      const { id, end } = await Promise.race(Array.from(inHand.values(), ({ ended }) => ended))
      inHand.delete(id)
      hasDelivered ||= end === 'delivered'
      if (end === 'stopped' || end === 'held') return end
      if (end === 'no_answer') return 'no_network'
    }
  } finally {
    // Also when one fails: nothing may go on once the lock is given back.
    await Promise.allSettled(Array.from(inHand.values(), ({ ended }) => ended))
  }
}

/** Starts what may go now. @returns why nothing is being sent, else `filled` */
async function fillLanes(
  run: DrainContext,
  { lanes, hasDelivered }: { lanes: 1 | 2; hasDelivered: boolean },
): Promise<DrainEnd['why'] | 'filled'> {
  if (run.shouldStop()) return 'stopped'
  const { inHand } = run
  const { store, grants, clock } = run.ports
  const hold = await store.readPause()
  if (hold && !isDue(hold, clock.now())) return 'held'
  if (hold) await store.writePause(null)
  const live = (await store.live()).filter(({ id }) => !run.withoutGrant.has(id) && !inHand.has(id))
  for (const item of await readyItems(live, { grants, now: clock.now() })) {
    const [beside] = inHand.values()
    if (beside && !(lanes === 2 && canGoBeside(beside.item, item, { pace: run.pace, hasDelivered }))) break
    const ended = work(run, item).then((end) => ({ id: item.id, end }))
    inHand.set(item.id, { item, ended })
    if (inHand.size === lanes) break
  }
  return inHand.size === 0 ? 'idle' : 'filled'
}

async function work(run: DrainContext, item: QueueItem): Promise<ItemEnd> {
  try {
    return item.state === 'cancelling' ? await settleCancellation(run, item) : await sendItem(run, item)
  } catch (error) {
    if (error instanceof Fenced || error instanceof StorageBroken) throw error
    if (error instanceof ItemMoved) return 'parked'
    return setAside(run, item)
  }
}

/** Something nobody foresaw: this item waits, the others go on. */
async function setAside(run: DrainContext, item: QueueItem): Promise<ItemEnd> {
  const now = await run.ports.store.item(item.id)
  if (!now || isEnded(now.state)) return 'parked'
  const cause = { class: 'server', status: null, code: null, message: null, at: run.ports.clock.now() } as const
  const waitMs = backoffMs(now.attempts, run.ports.random())
  const state = now.state === 'sending' || now.state === 'finalizing' ? 'backoff' : now.state
  await park(run, now, { state, attempts: now.attempts + 1, waitMs, cause })
  return 'parked'
}

async function wakeForNetwork(run: DrainContext): Promise<void> {
  for (const item of await run.ports.store.live()) {
    if (item.state !== 'waiting_net' || item.nextAttemptAt === null) continue
    // What is begun comes first again: before a network that was silent as a whole, its failures say nothing of it.
    const netFailures = item.confirmedOffset > 0 ? Math.min(item.netFailures, 1) : item.netFailures
    await unlessMoved(park(run, item, { state: 'waiting_net', waitMs: 0, netFailures }))
  }
}

async function ending(run: DrainContext, why: DrainEnd['why']): Promise<DrainEnd> {
  const items = await run.ports.store.live()
  const hold = await run.ports.store.readPause()
  return { why, remaining: remainingOf(items), nextWakeAt: nextWakeAt(items, hold) }
}

/** How many go on without anybody's help, now or later. */
export function remainingOf(items: readonly QueueItem[]): number {
  return items.filter((item) => goesOnSometime(item) && !waitsForPerson(item)).length
}

function goesOnSometime({ state }: QueueItem): boolean {
  return goesOnAlone(state) || state === 'backoff'
}
