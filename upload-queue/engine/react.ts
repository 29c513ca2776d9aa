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

/** Does what the table asks for after an answer that was not the good one. */
export async function react(run: DrainContext, attempt: SendAttempt, met: Case): Promise<Turn> {
  const { item } = attempt
  const at = run.ports.clock.now()
  const cause = causeOf(met.answer, met.reaction.do, at)
  switch (met.reaction.do) {
    case 'proceed':
      return 'continue'
    case 'wait_net': {
      const waitMs = netDelayMs(item.netFailures, run.ports.random())
      await park(run, item, { state: 'waiting_net', netFailures: item.netFailures + 1, waitMs, cause })
      return 'no_answer'
    }
    case 'backoff':
      await park(run, item, { state: 'backoff', attempts: item.attempts + 1, waitMs: met.reaction.ms, cause })
      return 'parked'
    case 'hold_queue':
      return holdQueue(run, item, { ...met, ms: met.reaction.ms })
    case 'block':
      await park(run, item, { state: 'blocked', waitMs: met.reaction.ms, cause })
      return 'parked'
    case 'wait_auth':
      return waitForGrant(run, attempt, met)
    case 'recreate':
      return recreate(run, attempt, met)
    case 'take_offset':
      return takeOffset(run, attempt, met)
    case 'ask':
      return askWhatArrived(run, attempt, met)
    case 'smaller':
      return sendLess(run, attempt, met)
    case 'fail':
      break
  }
  await write(run, item, { state: 'failed', attempts: item.attempts + 1, cause })
  return 'parked'
}

async function holdQueue(run: DrainContext, item: QueueItem, met: Case & { ms: number }): Promise<ItemEnd> {
  const at = run.ports.clock.now()
  await run.ports.store.writePause({ nextAttemptAt: at + met.ms, waitMs: met.ms })
  const cause = causeOf(met.answer, 'hold_queue', at)
  await park(run, item, { state: 'backoff', attempts: item.attempts + 1, waitMs: met.ms, cause })
  return 'held'
}

/** One new grant is asked for on the spot; without it the item waits for the same person, at the same offset. */
async function waitForGrant(run: DrainContext, attempt: SendAttempt, met: Case): Promise<Turn> {
  const { item } = attempt
  const known = await run.ports.grants.find(item.ownerId, item.evenementId)
  if (known && known.grantId !== met.grantId) return 'continue'
  const another: Grant | NoGrant = attempt.renewed ? { none: 'nobody' } : await renewGrant(run, item)
  attempt.renewed = true
  if (!isGrant(another)) return parkWithoutGrant(run, item, another, met.grantId)
  return another.grantId === met.grantId ? parkWithoutGrant(run, item, { none: 'nobody' }, met.grantId) : 'continue'
}

/** The upload is gone (404, 410) or its bytes were damaged on the way (422): ask what became of it, then start it over. */
async function recreate(run: DrainContext, attempt: SendAttempt, met: Case): Promise<Turn> {
  const { item } = attempt
  const grant = await run.ports.grants.find(item.ownerId, item.evenementId)
  if (!grant) return waitForGrant(run, attempt, met)
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
    await write(run, item, { state: 'failed', attempts: item.attempts + 1, cause: causeOf(met.answer, 'fail', at) })
    return 'parked'
  }
  const isOpen =
    state?.etat === 'open' && state.uploadUrl !== null && met.answer.kind === 'http' && met.answer.status !== 422
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

async function takeOffset(run: DrainContext, attempt: SendAttempt, met: Case): Promise<Turn> {
  const { item } = attempt
  const offset = met.answer.kind === 'http' ? met.answer.offset : null
  const isFurther = offset !== null && offset > item.confirmedOffset && offset <= item.size
  const conflicts = isFurther ? 0 : item.noProgress + 1
  if (conflicts >= conflictsInARow) {
    const waitMs = met.answer.kind === 'http' ? (met.answer.retryAfterMs ?? 0) : 0
    const cause = causeOf(met.answer, 'backoff', run.ports.clock.now())
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

/** A piece was cut short: the server is asked what it has of it, and the next one is smaller unless much of it arrived. */
async function askWhatArrived(run: DrainContext, attempt: SendAttempt, { tookMs, lanes }: Case): Promise<Turn> {
  attempt.stalls += 1
  attempt.cut = { from: attempt.item.confirmedOffset, tookMs, lanes }
  attempt.doubt = attempt.item.uploadUrl !== null
  slowDown(run.pace)
  return 'continue'
}

/** A proxy takes no such piece: less next time; when nothing less is left, the reason is shown. */
async function sendLess(run: DrainContext, attempt: SendAttempt, met: Case): Promise<Turn> {
  attempt.doubt = attempt.item.uploadUrl !== null
  if (met.sent > 0 && halve(run.pace, met.sent)) return 'continue'
  return react(run, attempt, { ...met, reaction: { do: 'fail' } })
}
