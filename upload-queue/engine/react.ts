import { backoffMs, netDelayMs } from './backoff.ts'
import { type DrainContext, type ItemEnd, park, renewGrant, write, writeDone } from './drainContext.ts'
import { halve, slowDown } from './pace.ts'
import type { SendAttempt, Exchange, Turn } from './sendAttempt.ts'
import { parkWithoutGrant } from './parkWithoutGrant.ts'
import { type Grant, isGrant, type NoGrant } from './ports.ts'
import type { QueueItem } from './queueItem.ts'
import { causeOf, type Reaction } from './retryPolicy.ts'
import { sameBytes } from './sameBytes.ts'

type Case = Exchange & { readonly reaction: Reaction }

const day = 24 * 3_600_000
const recreationsPerDay = 3
const conflictsInARow = 5

/** Applies the reaction that the retry policy chose for an unsuccessful answer. */
export async function react(run: DrainContext, attempt: SendAttempt, exchange: Case): Promise<Turn> {
  const { item } = attempt
  const at = run.ports.clock.now()
  const cause = causeOf(exchange.answer, exchange.reaction.do, at)
  switch (exchange.reaction.do) {
    case 'proceed':
      return 'continue'
    case 'wait_net': {
      const waitMs = netDelayMs(item.netFailures, run.ports.random())
      await park(run, item, { state: 'waiting_net', netFailures: item.netFailures + 1, waitMs, cause })
      return 'no_answer'
    }
    case 'backoff':
      await park(run, item, { state: 'backoff', attempts: item.attempts + 1, waitMs: exchange.reaction.ms, cause })
      return 'parked'
    case 'hold_queue':
      return holdQueue(run, item, { ...exchange, ms: exchange.reaction.ms })
    case 'block':
      await park(run, item, { state: 'blocked', waitMs: exchange.reaction.ms, cause })
      return 'parked'
    case 'wait_auth':
      return waitForGrant(run, attempt, exchange)
    case 'recreate':
      return recreate(run, attempt, exchange)
    case 'take_offset':
      return takeOffset(run, attempt, exchange)
    case 'ask':
      return askWhatArrived(run, attempt, exchange)
    case 'smaller':
      return sendLess(run, attempt, exchange)
    case 'fail':
      break
  }
  await write(run, item, { state: 'failed', attempts: item.attempts + 1, cause })
  return 'parked'
}

async function holdQueue(run: DrainContext, item: QueueItem, exchange: Case & { ms: number }): Promise<ItemEnd> {
  const at = run.ports.clock.now()
  await run.ports.store.writePause({ nextAttemptAt: at + exchange.ms, waitMs: exchange.ms })
  const cause = causeOf(exchange.answer, 'hold_queue', at)
  await park(run, item, { state: 'backoff', attempts: item.attempts + 1, waitMs: exchange.ms, cause })
  return 'held'
}

/** Requests one new grant. Without it the item waits for a login of the same person, at the same offset. */
async function waitForGrant(run: DrainContext, attempt: SendAttempt, exchange: Case): Promise<Turn> {
  const { item } = attempt
  const known = await run.ports.grants.find(item.ownerId, item.evenementId)
  if (known && known.grantId !== exchange.grantId) return 'continue'
  const renewed: Grant | NoGrant = attempt.renewed ? { none: 'nobody' } : await renewGrant(run, item)
  attempt.renewed = true
  if (!isGrant(renewed)) return parkWithoutGrant(run, item, renewed, exchange.grantId)
  return renewed.grantId === exchange.grantId
    ? parkWithoutGrant(run, item, { none: 'nobody' }, exchange.grantId)
    : 'continue'
}

/**
 * The upload no longer exists (404, 410) or its bytes were corrupted (422): read its state from the server, then
 * restart it.
 */
async function recreate(run: DrainContext, attempt: SendAttempt, exchange: Case): Promise<Turn> {
  const { item } = attempt
  const grant = await run.ports.grants.find(item.ownerId, item.evenementId)
  if (!grant) return waitForGrant(run, attempt, exchange)
  const { known } = await run.ports.wire.reconcile(item.evenementId, [item.id], {
    grant: grant.grant,
    limitMs: 20_000,
    signal: run.ports.interruption(item.id),
  })
  const [state] = known
  if (state?.etat === 'done' && state.mediaId !== null && sameBytes(item, state.sha256)) {
    await writeDone(run, item, { mediaId: state.mediaId, duplicate: false })
    return 'delivered'
  }
  const at = run.ports.clock.now()
  const recent = item.recreations.filter((time) => Math.abs(at - time) < day)
  if (recent.length >= recreationsPerDay) {
    await write(run, item, {
      state: 'failed',
      attempts: item.attempts + 1,
      cause: causeOf(exchange.answer, 'fail', at),
    })
    return 'parked'
  }
  const isOpen =
    state?.etat === 'open' &&
    state.uploadUrl !== null &&
    exchange.answer.kind === 'http' &&
    exchange.answer.status !== 422
  attempt.item = await write(run, item, {
    state: 'sending',
    recreations: [...recent, at],
    uploadUrl: isOpen ? (state.uploadUrl ?? null) : null,
    confirmedOffset: isOpen ? (state.offset ?? 0) : 0,
    noProgress: 0,
  })
  attempt.doubt = false
  return 'continue'
}

async function takeOffset(run: DrainContext, attempt: SendAttempt, exchange: Case): Promise<Turn> {
  const { item } = attempt
  const offset = exchange.answer.kind === 'http' ? exchange.answer.offset : null
  const isFurther = offset !== null && offset > item.confirmedOffset && offset <= item.size
  const conflicts = isFurther ? 0 : item.noProgress + 1
  if (conflicts >= conflictsInARow) {
    const waitMs = exchange.answer.kind === 'http' ? (exchange.answer.retryAfterMs ?? 0) : 0
    const cause = causeOf(exchange.answer, 'backoff', run.ports.clock.now())
    const wait = waitMs > 0 ? waitMs : backoffMs(item.attempts, run.ports.random())
    await park(run, item, { state: 'backoff', attempts: item.attempts + 1, noProgress: 0, waitMs: wait, cause })
    return 'parked'
  }
  const isUsable = offset !== null && offset <= item.size
  attempt.item = await write(run, item, {
    noProgress: conflicts,
    state: isUsable && offset === item.size ? 'finalizing' : 'sending',
    ...(isUsable && { confirmedOffset: offset }),
  })
  attempt.doubt = !isUsable
  return 'continue'
}

/** A piece was cut short: read the offset from the server before the next piece. `learnFromPart` then sets the size. */
async function askWhatArrived(run: DrainContext, attempt: SendAttempt, { tookMs, lanes }: Case): Promise<Turn> {
  attempt.stalls += 1
  attempt.cut = { from: attempt.item.confirmedOffset, tookMs, lanes }
  attempt.doubt = attempt.item.uploadUrl !== null
  slowDown(run.pace)
  return 'continue'
}

/** A proxy refuses pieces of this size: halve it, and fail when the minimum is reached. */
async function sendLess(run: DrainContext, attempt: SendAttempt, exchange: Case): Promise<Turn> {
  attempt.doubt = attempt.item.uploadUrl !== null
  if (exchange.sent > 0 && halve(run.pace, exchange.sent)) return 'continue'
  return react(run, attempt, { ...exchange, reaction: { do: 'fail' } })
}
