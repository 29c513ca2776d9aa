import type { OwnerId } from '#upload-queue/engine/owner.ts'
import { drainUnderLock } from '#upload-queue/drainer.ts'
import { type DrainEnd, remainingOf } from '#upload-queue/engine/drain.ts'
import { waitsForEvent } from '#upload-queue/engine/eventWait.ts'
import { isVideo } from '#upload-queue/engine/isVideo.ts'
import type { QueueItem } from '#upload-queue/engine/queueItem.ts'
import { continuesByItself, countsAsPending } from '#upload-queue/engine/states.ts'
import { openQueue, type Queue } from '#upload-queue/openQueue.ts'
import { sleep } from '#upload-queue/sleep.ts'
import { notifyRemaining } from './remainingNotification.ts'

declare const self: ServiceWorkerGlobalScope

/** A sync event may take 3 minutes; after that it would run beside its own retry. */
export const eventMs = 165_000
const leastPauseMs = 500
const pageFirstMs = 3000
let opened: Queue | undefined
let releasedUntil = 0

/**
 * Drains on a sync event. A rejection makes the system try again, after 5 and 15 minutes; a tag that is registered again
 * here costs none of these attempts, but would fire at once: that is kept for an event whose time was too short.
 */
export async function drainOnSync(event: SyncEvent): Promise<void> {
  const since = Date.now()
  const deadline = since + eventMs
  // A visible page sends by itself: it has the session and can ask for grants.
  if (await hasVisiblePage()) await sleep(pageFirstMs)
  let end = await drainOnce(deadline)
  while (end !== 'busy' && end.remaining > 0 && end.nextWakeAt !== null && end.nextWakeAt < deadline) {
    if (end.why === 'stopped' || end.why === 'no_network') break
    await sleep(Math.max(leastPauseMs, end.nextWakeAt - Date.now()))
    end = await drainOnce(deadline)
  }
  if (end === 'busy') return waitForPage(event, since)
  if (end.remaining === 0 || event.lastChance) await notifyLeft(since)
  if (end.remaining === 0) return undefined
  if (end.why === 'stopped' && (await registerAgain(event))) return undefined
  throw new Error(`${end.remaining} files still unsent`)
}

/** Drains on a wake-up that the system does not repeat. */
export async function drainQuietly(): Promise<void> {
  const since = Date.now()
  const end = await drainOnce(since + eventMs)
  if (end !== 'busy') await notifyLeft(since)
}

/**
 * Shows what is left: photos that still have to be sent, and those that have needed their person since a moment, for
 * example because their grant has ended. Others were shown before.
 */
async function notifyLeft(since: number): Promise<void> {
  const items = await (opened ??= openHere()).store.live().catch(() => [])
  const pending = items.filter(countsAsPending)
  const left = pending.filter((item) => remainingOf([item]) > 0 || needsPersonSince(item, since))
  const videos = left.filter(isVideo).length
  await notifyRemaining('envois', { counts: [left.length - videos, videos], badge: pending.length })
}

function needsPersonSince(item: QueueItem, since: number): boolean {
  const hasStopped = item.state !== 'paused' && !continuesByItself(item.state) && !waitsForEvent(item)
  return hasStopped && item.cause !== null && item.cause.at >= since
}

async function drainOnce(deadline: number): Promise<DrainEnd | 'busy'> {
  const queue = (opened ??= openHere())
  const grants = {
    find: (ownerId: OwnerId, evenementId: number) => queue.grants.find(ownerId, evenementId),
    // The worker has no session: the item waits for its owner's login.
    canRenew: () => false,
    renew: () => Promise.resolve({ none: 'no_session' } as const),
  }
  if (!(await queue.store.hasAllCommands())) return leaveToPage(queue)
  const end = await drainUnderLock(
    { ...queue, grants, holder: 'worker', sendsWhenFull: async () => !(await hasPage()) },
    {
      lanes: 1,
      networkIsBack: true,
      // A page that is sending keeps the lock: waiting for it inside the event costs no attempt.
      waitMs: Math.max(1, deadline - Date.now()),
      canSteal: false,
      shouldStop: () => Date.now() > deadline || Date.now() < releasedUntil,
    },
  )
  if (end === 'busy') return end
  queue.channel.publish({ type: 'drain/ended' })
  return end.why === 'storage' ? leaveToPage(queue) : end
}

/** Asks the open pages to send: the worker must not, or cannot, because the storage is or was full. */
async function leaveToPage({ store, channel }: Queue): Promise<DrainEnd> {
  const remaining = remainingOf(await store.live())
  channel.publish({ type: 'drain/left_to_page' })
  return { why: 'storage', remaining, nextWakeAt: null }
}

function openHere(): Queue {
  return openQueue({
    origin: self.location.origin,
    onMessage(message) {
      // An update of the app has paused the queue.
      if (message.type === 'drain/release') releasedUntil = Date.now() + 60_000
    },
  })
}

/** A visible page is sending: it registers the tags again when it is hidden. */
async function waitForPage(event: SyncEvent, since: number): Promise<void> {
  if (await hasVisiblePage()) return
  if (await registerAgain(event)) return
  if (event.lastChance) await notifyLeft(since)
  throw new Error('drain lock held by another context')
}

/** Whether a page of the app is visible. */
export async function hasVisiblePage(): Promise<boolean> {
  return (await pages()).some((page) => page.visibilityState === 'visible')
}

async function hasPage(): Promise<boolean> {
  return (await pages()).length > 0
}

function pages(): Promise<readonly WindowClient[]> {
  return self.clients.matchAll({ type: 'window', includeUncontrolled: true })
}

/**
 * Registers the tag again while its event runs.
 * @returns false when the browser refuses, because no window is open
 */
async function registerAgain(event: SyncEvent): Promise<boolean> {
  try {
    await self.registration.sync?.register(event.tag)
    return true
  } catch {
    return false
  }
}
