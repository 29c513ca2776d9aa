import { conclude } from './conclude.ts'
import { bytesOf, type SendAttempt, letGo, startAttempt, type Turn } from './sendAttempt.ts'
import { type DrainContext, type ItemEnd, park, renewGrant, write } from './drainContext.ts'
import { learn, stallLimitMs } from './pace.ts'
import {
  BytesMissing,
  type Grant,
  isGrant,
  ItemMoved,
  type NoGrant,
  type Sending,
  StorageBroken,
  type WireAnswer,
} from './ports.ts'
import type { QueueItem } from './queueItem.ts'
import { parkWithoutGrant } from './parkWithoutGrant.ts'
import { react } from './react.ts'
import type { Step } from './retryPolicy.ts'

/**
 * Consecutive requests without progress before the item must wait: prevents a request loop whatever the server answers.
 */
const idleLimit = 12
const headLimitMs = 20_000
const storageRetryMs = 5 * 60_000

/**
 * Sends one item as far as possible: until it is delivered or waits with a cause.
 * @throws Fenced when another drainer took over, StorageBroken when nothing can be written any more
 */
export async function sendItem(run: DrainContext, waiting: QueueItem): Promise<ItemEnd> {
  const attempt = startAttempt(waiting)
  try {
    attempt.item = await write(run, waiting, { state: 'sending', nextAttemptAt: null, waitMs: 0 })
    for (;;) {
      const turn = await takeTurn(run, attempt)
      if (turn !== 'continue') return turn
    }
  } catch (error) {
    if (error instanceof ItemMoved) return 'parked'
    if (error instanceof BytesMissing) return failForBytes(run, attempt.item)
    if (error instanceof StorageBroken) return parkForStorage(run, attempt.item)
    throw error
  }
}

async function takeTurn(run: DrainContext, attempt: SendAttempt): Promise<Turn> {
  const { item } = attempt
  const signal = run.ports.interruption(item.id)
  if (run.shouldStop() || signal.aborted) return letGo(run, item)
  const grant = await grantFor(run, attempt)
  if (!isGrant(grant)) return parkWithoutGrant(run, item, grant)
  const startedAt = run.ports.clock.now()
  const before = run.inHand.size
  const asked = await ask(run, attempt, { grant: grant.grant, signal })
  const { answer, sent } = asked
  const tookMs = run.ports.clock.now() - startedAt
  // Parallel files share the bandwidth.
  const lanes = (before + run.inHand.size) / 2
  if (sent > 0 && answer.kind === 'http' && answer.status < 300) learn(run.pace, sent, tookMs, lanes)
  attempt.idle += 1
  const exchange = { ...asked, tookMs, lanes, grantId: grant.grantId }
  if (attempt.idle > idleLimit)
    return react(run, attempt, { ...exchange, reaction: { do: 'backoff', ms: storageRetryMs } })
  return conclude(run, attempt, exchange)
}

/** The grant of the item's person and event; a page of this person may request a new one once. */
async function grantFor(run: DrainContext, attempt: SendAttempt): Promise<Grant | NoGrant> {
  const { ownerId, evenementId, refusedGrantId } = attempt.item
  const known = await run.ports.grants.find(ownerId, evenementId)
  if (known && known.grantId !== refusedGrantId) return known
  if (attempt.renewed) return { none: 'nobody' }
  attempt.renewed = true
  return renewGrant(run, attempt.item)
}

/** Sends the next request for the item: create, HEAD or PATCH. */
async function ask(
  run: DrainContext,
  attempt: SendAttempt,
  how: Pick<Sending, 'grant' | 'signal'>,
): Promise<{ step: Step; sent: number; answer: WireAnswer }> {
  const { wire } = run.ports
  const { item } = attempt
  if (item.uploadUrl === null) {
    const isWhole = !item.announced && item.size <= run.pace.chunk
    const body = isWhole ? await bytesOf(run, item, [0, item.size]) : null
    // Written before the request: after a crash the server is asked for its state, and no byte is sent twice.
    if (!item.announced) attempt.item = await write(run, item, { announced: true })
    const sent = body?.length ?? 0
    const answer = await wire.create(item, body, { ...how, limitMs: stallLimitMs(run.pace, sent) })
    return { step: 'create', sent, answer }
  }
  if (attempt.doubt) {
    const answer = await wire.head(item.uploadUrl, { ...how, limitMs: headLimitMs })
    return { step: 'head', sent: 0, answer }
  }
  const offset = item.confirmedOffset
  const body = await bytesOf(run, item, [offset, Math.min(item.size, offset + run.pace.chunk)])
  const limitMs = stallLimitMs(run.pace, body.length)
  const answer = await wire.patch(item.uploadUrl, { offset, body }, { ...how, limitMs })
  return { step: 'patch', sent: body.length, answer }
}

/** The storage cannot be read now: record the cause, retry later, and let the other items continue. */
async function parkForStorage(run: DrainContext, item: QueueItem): Promise<ItemEnd> {
  const cause = { class: 'storage', status: null, code: null, message: null, at: run.ports.clock.now() } as const
  await park(run, item, { state: 'blocked_storage', waitMs: storageRetryMs, cause })
  return 'parked'
}

async function failForBytes(run: DrainContext, item: QueueItem): Promise<ItemEnd> {
  const message = 'Cette photo ne peut plus être lue sur ce téléphone : choisissez-la à nouveau.'
  const cause = { class: 'storage', status: null, code: null, message, at: run.ports.clock.now() } as const
  await write(run, item, { state: 'failed', cause })
  return 'parked'
}
