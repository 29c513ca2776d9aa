import { dayMs } from '#domain/contract/durations.ts'
import type { Reconciled } from '#domain/upload/upload.endpoints.ts'
import { classifyAnswer } from './answerClass.ts'
import { type AttemptState, type Exchange, resumingRequest } from './attemptState.ts'
import { blockedMs, waitAfterMs } from './backoff.ts'
import { chunkBelow, halvedChunk, isWorthSending, throughputAfterAbort } from './throughput.ts'
import {
  backOff,
  block,
  causeOf,
  type Conditions,
  fail,
  noAnswerCause,
  type Outcome,
  pauseQueue,
  type Wait,
  nextAttemptIn,
  waitForNetwork,
} from './outcome.ts'
import type { HttpAnswer, NoGrant, WireAnswer } from './ports.ts'
import { BytesMissing, StorageBroken } from './queueErrors.ts'
import { deliveredChange, receiptOf, sameBytes } from './receipt.ts'

/** An outcome, or the request that is needed to decide: for a new grant, or for the server's state of the upload. */
export type Reaction = Outcome | { readonly result: 'renew_grant' } | { readonly result: 'reconcile' }

/**
 * Consecutive requests without progress before the item must wait: prevents a request loop whatever the server answers.
 */
const idleRequestLimit = 12
const idleWaitMs = 5 * 60_000
const storageWaitMs = 5 * 60_000
const emptyAnswersInARow = 3
const conflictsInARow = 5
const recreationsPerDay = 3
/** Shown for an accepted photo whose rows are missing. It can only be picked again. */
const missingRowsSentence = 'Cette photo ne peut plus être lue sur ce téléphone : choisissez-la à nouveau.'

/** The reaction to the answer of a request. Implements the answer table of queue.spec.md. */
export function reactionTo(attempt: AttemptState, exchange: Exchange, conditions: Conditions): Reaction {
  const { request, answer } = exchange
  if (attempt.idleRequests > idleRequestLimit) return backOff(attempt, answer, { ...conditions, waitMs: idleWaitMs })
  if (answer.kind === 'none' && answer.reason === 'interrupted') return { result: 'release' }
  if (isCutShort(exchange) && !attempt.wasCutShort) return askWhatArrived(attempt, exchange, conditions)
  if (answer.kind === 'none') return waitForNetwork(attempt, conditions)
  const { attempts } = attempt.item
  const wait = { ...conditions, waitMs: waitAfterMs(answer, { attempts, random: conditions.random }) }
  switch (classifyAnswer(request, answer)) {
    case 'success':
      return afterSuccess(attempt, { request, answer }, conditions)
    case 'retry_later':
      return backOff(attempt, answer, wait)
    case 'rate_limited':
      return pauseQueue(attempt, answer, wait)
    case 'grant_refused':
      return { result: 'renew_grant' }
    case 'blocked':
      return block(causeOf(answer, 'blocked', conditions), { ...conditions, waitMs: answer.retryAfterMs ?? blockedMs })
    case 'upload_gone':
      return { result: 'reconcile' }
    case 'offset_conflict':
      return afterConflict(attempt, answer, wait)
    case 'body_too_large':
      return sendSmallerChunks(attempt, exchange, conditions)
    default:
      return fail(attempt, answer, conditions)
  }
}

/**
 * The reaction when no grant can be used: the item waits for a login, for the network, or for the reason that the
 * server gave.
 * @param refusedGrantId the grant that the server rejected, if any
 */
export function reactionToNoGrant(
  attempt: AttemptState,
  { why, refusedGrantId }: { why: NoGrant; refusedGrantId: string | null },
  conditions: Conditions,
): Outcome {
  if (why.none === 'no_session') {
    const change = { state: 'waiting_auth', refusedGrantId, cause: noAnswerCause('auth', conditions) } as const
    return { change, isWithoutGrant: true, result: 'parked' }
  }
  const { change, result } =
    why.none === 'network'
      ? waitForNetwork(attempt, conditions)
      : block(causeOf(why, 'blocked', conditions), { ...conditions, waitMs: blockedMs })
  return { change: { ...change, refusedGrantId }, result }
}

/**
 * The reaction to an upload that no longer exists (404, 410) or whose bytes were corrupted (422): it is restarted, at
 * most three times a day.
 * @param known the server's state of the item; undefined without an answer
 */
export function reactionToGoneUpload(
  attempt: AttemptState,
  { answer, known }: { answer: WireAnswer; known: Reconciled | undefined },
  conditions: Conditions,
): Outcome {
  const { item } = attempt
  const receipt = receiptOf(item, known)
  if (receipt) return { change: deliveredChange(item, receipt, conditions.now), result: 'delivered' }
  const recent = item.recreations.filter((time) => Math.abs(conditions.now - time) < dayMs)
  if (recent.length >= recreationsPerDay) return fail(attempt, answer, conditions)
  const isCorrupted = answer.kind === 'http' && answer.status === 422
  const uploadUrl = known?.etat === 'open' && !isCorrupted ? known.uploadUrl : null
  return {
    change: {
      state: 'sending',
      recreations: [...recent, conditions.now],
      uploadUrl,
      confirmedOffset: uploadUrl === null ? 0 : (known?.offset ?? 0),
      noProgress: 0,
    },
    attempt: { next: uploadUrl === null ? 'create' : 'patch' },
    result: 'continue',
  }
}

/** The reaction to an error of the device's storage; null for any other error. */
export function reactionToError(error: unknown, conditions: Conditions): Outcome | null {
  const cause = noAnswerCause('storage', conditions)
  if (error instanceof BytesMissing)
    return { change: { state: 'failed', cause: { ...cause, message: missingRowsSentence } }, result: 'parked' }
  if (error instanceof StorageBroken)
    return {
      change: { state: 'blocked_storage', ...nextAttemptIn(storageWaitMs, conditions), cause },
      result: 'parked',
    }
  return null
}

/** We aborted a slow chunk, or the server did (408). The part that arrived counts. */
function isCutShort({ sent, answer }: Exchange): boolean {
  if (sent === 0) return false
  return answer.kind === 'none' ? answer.reason === 'stall' : answer.status === 408
}

/** Reads the offset from the server before the next chunk. `throughputAfterAbort` then sets the size of that chunk. */
function askWhatArrived({ item }: AttemptState, { tookMs, lanes }: Exchange, { throughput }: Conditions): Outcome {
  const cutChunk = { from: item.confirmedOffset, tookMs, lanes }
  return {
    throughput: halvedChunk(throughput),
    attempt: { next: resumingRequest(item), wasCutShort: true, cutChunk },
    result: 'continue',
  }
}

type HttpExchange = Pick<Exchange, 'request'> & { readonly answer: HttpAnswer }

/** A receipt, a new offset, or no progress. */
function afterSuccess(attempt: AttemptState, exchange: HttpExchange, conditions: Conditions): Outcome {
  const { item } = attempt
  const { answer } = exchange
  const { mediaId, duplicate } = answer
  if (mediaId === null) return afterOffset(attempt, exchange, conditions)
  // An item is `done` only when the server's hash of the whole file equals ours.
  if (!duplicate && !sameBytes(item, answer.sha256)) return fail(attempt, answer, conditions)
  return { change: deliveredChange(item, { mediaId, duplicate }, conditions.now), result: 'delivered' }
}

function afterOffset(attempt: AttemptState, { request, answer }: HttpExchange, conditions: Conditions): Outcome {
  const { item, cutChunk } = attempt
  const offset = answer.offset ?? (request === 'create' && answer.status === 201 ? 0 : null)
  const uploadUrl = answer.location ?? item.uploadUrl
  if (uploadUrl === null || offset === null || offset > item.size) return afterEmptyAnswer(attempt, answer, conditions)
  if (request === 'patch' && offset <= item.confirmedOffset) return afterEmptyAnswer(attempt, answer, conditions)
  const hasProgress = offset > attempt.bestOffset
  return {
    ...(cutChunk &&
      offset > cutChunk.from && {
        throughput: throughputAfterAbort(offset - cutChunk.from, cutChunk.tookMs, cutChunk.lanes),
      }),
    change: {
      uploadUrl,
      confirmedOffset: offset,
      state: offset === item.size ? 'finalizing' : 'sending',
      ...(hasProgress && { attempts: 0, netFailures: 0, noProgress: 0, cause: null }),
    },
    attempt: {
      next: 'patch',
      cutChunk: null,
      ...(hasProgress && { bestOffset: offset, idleRequests: 0, wasCutShort: false }),
    },
    result: 'continue',
  }
}

/** A success without progress: tolerated twice, the third time fails. */
function afterEmptyAnswer(attempt: AttemptState, answer: HttpAnswer, conditions: Conditions): Outcome {
  const noProgress = attempt.item.noProgress + 1
  if (noProgress >= emptyAnswersInARow) return fail(attempt, answer, conditions)
  return { change: { noProgress }, attempt: { next: resumingRequest(attempt.item) }, result: 'continue' }
}

/** Continues at the server's offset, and backs off after five conflicts in a row without progress. */
function afterConflict(attempt: AttemptState, answer: HttpAnswer, conditions: Wait): Outcome {
  const { item } = attempt
  const offset = answer.offset !== null && answer.offset <= item.size ? answer.offset : null
  const noProgress = offset !== null && offset > item.confirmedOffset ? 0 : item.noProgress + 1
  if (noProgress >= conflictsInARow) {
    const { change, result } = backOff(attempt, answer, conditions)
    return { change: { ...change, noProgress: 0 }, result }
  }
  return {
    change: {
      noProgress,
      state: offset === item.size ? 'finalizing' : 'sending',
      ...(offset !== null && { confirmedOffset: offset }),
    },
    attempt: { next: offset === null ? 'head' : 'patch' },
    result: 'continue',
  }
}

/** A proxy refuses chunks of this size: halve it, and fail when the minimum is reached. */
function sendSmallerChunks(attempt: AttemptState, { sent, answer }: Exchange, conditions: Conditions): Outcome {
  if (sent === 0) return fail(attempt, answer, conditions)
  const throughput = chunkBelow(conditions.throughput, sent)
  if (!isWorthSending(throughput)) return { throughput, ...fail(attempt, answer, conditions) }
  return { throughput, attempt: { next: resumingRequest(attempt.item) }, result: 'continue' }
}
