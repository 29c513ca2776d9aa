import { describe, expect, test } from 'vitest'
import { type AttemptState, type Exchange, startState } from '#upload-queue/engine/attemptState.ts'
import { startThroughput } from '#upload-queue/engine/throughput.ts'
import type { HttpAnswer } from '#upload-queue/engine/ports.ts'
import { BytesMissing, StorageFull } from '#upload-queue/engine/queueErrors.ts'
import { type QueueItem, stagingItem } from '#upload-queue/engine/queueItem.ts'
import type { Outcome } from '#upload-queue/engine/outcome.ts'
import { reactionTo, reactionToError, reactionToGoneUpload, reactionToNoGrant } from '#upload-queue/engine/reaction.ts'
import { httpAnswer } from '#tests/upload-queue/support/httpAnswer.ts'

const now = Date.UTC(2026, 5, 13, 21)
const hour = 3_600_000
const size = 1_000_000
const sha256 = 'a'.repeat(64)
const at = { now, random: 0, throughput: startThroughput(50) }
const file = { id: 'one', ownerId: 1, evenementId: 7, name: 'a.jpg', type: 'image/jpeg', takenAt: null, addedAt: 0 }
const url = '/api/uploads/u'

/** An item whose first 400 000 bytes are confirmed. */
function attemptOf(change: Partial<QueueItem> = {}, rest: Partial<AttemptState> = {}): AttemptState {
  const started = { sha256, state: 'sending', announced: true, uploadUrl: url, confirmedOffset: 400_000 } as const
  return { ...startState({ ...stagingItem({ ...file, size }), ...started, ...change }), next: 'patch', ...rest }
}

const exchangeOf = (answer: Exchange['answer'], rest: Partial<Exchange> = {}): Exchange => ({
  request: 'patch',
  sent: 100_000,
  tookMs: 20_000,
  lanes: 1,
  answer,
  ...rest,
})

const reactTo = (status: number, answer: Partial<HttpAnswer> = {}, attempt = attemptOf()) =>
  reactionTo(attempt, exchangeOf(httpAnswer(status, answer)), at) as Outcome

/** How long the item waits, in milliseconds. */
const waitOf = ({ change }: Outcome) => [change?.waitMs, (change?.nextAttemptAt ?? 0) - now]

describe('without an answer', () => {
  test.each(['network', 'portal'] as const)(
    'waits for the network (%s), which is not counted as an attempt',
    (reason) => {
      const reaction = reactionTo(attemptOf({ netFailures: 2 }), exchangeOf({ kind: 'none', reason }), at) as Outcome
      expect(reaction).toMatchObject({ change: { state: 'waiting_net', netFailures: 3 }, result: 'no_answer' })
      expect(reaction.change).not.toHaveProperty('attempts')
      expect(reaction.change?.cause).toMatchObject({ class: 'network', status: null, at: now })
      expect(waitOf(reaction)).toEqual([500, 500])
    },
  )

  test('releases the item when the user or another drainer interrupted the request', () => {
    expect(reactionTo(attemptOf(), exchangeOf({ kind: 'none', reason: 'interrupted' }), at)).toEqual({
      result: 'release',
    })
  })

  test.each([{ kind: 'none', reason: 'stall' } as const, httpAnswer(408)])(
    'asks for the offset with a smaller chunk when a chunk was cut short (%j), and waits at the second one',
    (answer) => {
      const reaction = reactionTo(attemptOf(), exchangeOf(answer), at)
      expect(reaction).toEqual({
        throughput: { speed: 50, chunk: 250_000 },
        attempt: { next: 'head', wasCutShort: true, cutChunk: { from: 400_000, tookMs: 20_000, lanes: 1 } },
        result: 'continue',
      })
      const second = reactionTo(attemptOf({}, { wasCutShort: true }), exchangeOf(answer), at) as Outcome
      expect(second.change?.state).toBe(answer.kind === 'none' ? 'waiting_net' : 'backoff')
    },
  )

  test('waits for the network when a request without a body timed out', () => {
    const exchange = exchangeOf({ kind: 'none', reason: 'stall' }, { request: 'head', sent: 0 })
    expect(reactionTo(attemptOf(), exchange, at).result).toBe('no_answer')
  })
})

describe('after a success', () => {
  test('is delivered with a receipt of the same bytes, and keeps the receipt', () => {
    const reaction = reactTo(204, { mediaId: 9, sha256: sha256.toUpperCase() })
    expect(reaction).toMatchObject({
      change: { state: 'done', mediaId: 9, confirmedOffset: size },
      result: 'delivered',
    })
    expect(reaction.change).toMatchObject({ deliveredAt: now, cause: null, uploadUrl: null })
  })

  test('is delivered without bytes when the server had the photo already', () => {
    const reaction = reactTo(200, { mediaId: 9, duplicate: true })
    expect(reaction).toMatchObject({ change: { state: 'done', duplicate: true, confirmedOffset: 400_000 } })
  })

  test.each([null, 'b'.repeat(64)])('fails with a receipt of other bytes (%s)', (other) => {
    expect(reactTo(204, { mediaId: 9, sha256: other }).change).toMatchObject({ state: 'failed' })
  })

  test('sends the next chunk from a new offset, and resets the counters', () => {
    const attempt = attemptOf({ attempts: 3, netFailures: 2 }, { idleRequests: 4, wasCutShort: true })
    const reaction = reactTo(204, { offset: 500_000 }, attempt)
    expect(reaction.change).toMatchObject({ state: 'sending', confirmedOffset: 500_000, attempts: 0, netFailures: 0 })
    expect(reaction.attempt).toMatchObject({ next: 'patch', bestOffset: 500_000, idleRequests: 0, wasCutShort: false })
    expect(reactTo(204, { offset: size }).change?.state).toBe('finalizing')
  })

  test('takes an offset below the best one without counting it as progress', () => {
    const reaction = reactionTo(attemptOf(), exchangeOf(httpAnswer(200, { offset: 100 }), { request: 'head' }), at)
    expect(reaction).toMatchObject({ change: { confirmedOffset: 100 }, attempt: { next: 'patch' }, result: 'continue' })
    expect((reaction as Outcome).change).not.toHaveProperty('attempts')
    expect((reaction as Outcome).attempt).not.toHaveProperty('bestOffset')
  })

  test('sets the throughput from the part of a cut chunk that arrived', () => {
    const attempt = attemptOf({}, { cutChunk: { from: 400_000, tookMs: 20_000, lanes: 1 } })
    expect(reactTo(200, { offset: 640_000 }, attempt).throughput).toEqual({ speed: 12, chunk: 120_000 })
    expect(reactTo(200, { offset: 640_000 })).not.toHaveProperty('throughput')
  })

  test('starts at 0 after a creation without an offset', () => {
    const attempt = attemptOf({ uploadUrl: null, confirmedOffset: 0 }, { next: 'create' })
    const exchange = exchangeOf(httpAnswer(201, { location: url }), { request: 'create', sent: 0 })
    expect(reactionTo(attempt, exchange, at)).toMatchObject({ change: { uploadUrl: url, confirmedOffset: 0 } })
  })

  test('asks for the offset after an answer without progress, and fails at the third in a row', () => {
    const reaction = reactTo(204, { offset: 400_000 })
    expect(reaction).toEqual({ change: { noProgress: 1 }, attempt: { next: 'head' }, result: 'continue' })
    const third = reactTo(204, { offset: 400_000 }, attemptOf({ noProgress: 2 }))
    expect(third.change).toMatchObject({ state: 'failed', attempts: 1, cause: { class: 'refused', status: 204 } })
  })

  test.each([null, size + 1])('counts an offset that cannot be used (%s) as no progress', (offset) => {
    expect(reactTo(200, { offset }).change).toEqual({ noProgress: 1 })
  })
})

describe('after a refusal', () => {
  test('backs off with full jitter that doubles and never exceeds 10 minutes; Retry-After takes precedence', () => {
    const wait = (attempts: number, random: number, retryAfterMs: number | null = null) =>
      waitOf(
        reactionTo(attemptOf({ attempts }), exchangeOf(httpAnswer(503, { retryAfterMs })), {
          ...at,
          random,
        }) as Outcome,
      )
    expect(reactTo(503)).toMatchObject({ change: { state: 'backoff', attempts: 1 }, result: 'parked' })
    expect(wait(0, 0)).toEqual([2000, 2000])
    expect(wait(0, 0.999)).toEqual([3998, 3998])
    expect(wait(3, 0.5)).toEqual([17_000, 17_000])
    expect(wait(40, 1)).toEqual([600_000, 600_000])
    expect(wait(40, 1, 7000)).toEqual([7000, 7000])
  })

  test('waits at most 10 minutes when a proxy asks for a day', () => {
    const answer = httpAnswer(503, { tus: false, retryAfterMs: 24 * 3_600_000 })
    expect(waitOf(reactionTo(attemptOf({}), exchangeOf(answer), at) as Outcome)).toEqual([600_000, 600_000])
  })

  test('pauses the whole queue at 429', () => {
    const reaction = reactTo(429, { retryAfterMs: 7000 })
    expect(reaction).toMatchObject({ pause: { nextAttemptAt: now + 7000, waitMs: 7000 }, result: 'queue_paused' })
    expect(reaction.change).toMatchObject({ state: 'backoff', waitMs: 7000, cause: { class: 'rate', status: 429 } })
  })

  test.each([
    [401, {}, 'renew_grant'],
    [404, {}, 'reconcile'],
    [422, { code: 'upload.empreinte' }, 'reconcile'],
  ])('%i: asks the server before it decides', (status, answer, result) => {
    expect(reactTo(status, answer)).toEqual({ result })
  })

  test('is blocked for one hour with the message of the server', () => {
    const reaction = reactTo(403, { code: 'upload.evenement_ferme', message: 'Une phrase' })
    expect(reaction.change).toMatchObject({ state: 'blocked', cause: { class: 'blocked', message: 'Une phrase' } })
    expect(waitOf(reaction)).toEqual([hour, hour])
    expect(waitOf(reactTo(507, { retryAfterMs: 5000 }))).toEqual([5000, 5000])
  })

  test('fails with the reason, and counts the attempt', () => {
    const reaction = reactTo(415, { code: 'upload.type_refuse', message: 'Une phrase' })
    const cause = { class: 'refused', status: 415, code: 'upload.type_refuse', message: 'Une phrase', at: now }
    expect(reaction).toEqual({ change: { state: 'failed', attempts: 1, cause }, result: 'parked' })
  })

  test("continues at the server's offset after a conflict, and asks for it when the answer has none", () => {
    const further = reactTo(409, { offset: 500_000 }, attemptOf({ noProgress: 3 }))
    expect(further.change).toMatchObject({ noProgress: 0, confirmedOffset: 500_000 })
    expect(reactTo(409, { offset: 100 }).change).toMatchObject({ noProgress: 1, confirmedOffset: 100 })
    expect(reactTo(409, { offset: 100 }).attempt).toEqual({ next: 'patch' })
    expect(reactTo(409).attempt).toEqual({ next: 'head' })
  })

  test('backs off at the fifth conflict in a row without progress', () => {
    const fifth = reactTo(409, { offset: 100 }, attemptOf({ noProgress: 4 }))
    expect(fifth).toMatchObject({ change: { state: 'backoff', attempts: 1, noProgress: 0 }, result: 'parked' })
  })

  test('halves the chunk that a proxy refuses, and fails when a smaller one is not worth sending', () => {
    const refused = httpAnswer(413, { tus: false })
    expect(reactionTo(attemptOf(), exchangeOf(refused), at)).toEqual({
      throughput: { speed: 50, chunk: 50_000 },
      attempt: { next: 'head' },
      result: 'continue',
    })
    const least = reactionTo(attemptOf(), exchangeOf(refused, { sent: 20_000 }), at)
    expect(least).toMatchObject({ throughput: { chunk: 10_000 }, change: { state: 'failed' } })
    expect(reactionTo(attemptOf(), exchangeOf(refused, { sent: 0 }), at)).toMatchObject({ change: { state: 'failed' } })
  })
})

test('backs off for 5 minutes after 12 requests without progress, whatever the answer', () => {
  const at12 = attemptOf({}, { idleRequests: 12 })
  const at13 = attemptOf({}, { idleRequests: 13 })
  expect(reactTo(401, {}, at12)).toEqual({ result: 'renew_grant' })
  expect(reactTo(401, {}, at13)).toMatchObject({ change: { state: 'backoff', attempts: 1 }, result: 'parked' })
  expect(waitOf(reactTo(401, {}, at13))).toEqual([300_000, 300_000])
})

describe('without a grant', () => {
  const without = (why: Parameters<typeof reactionToNoGrant>[1]['why']) =>
    reactionToNoGrant(attemptOf(), { why, refusedGrantId: 'old' }, at)

  test('waits for a login of its person, and is not tried again in this drain', () => {
    const reaction = without({ none: 'no_session' })
    expect(reaction).toMatchObject({ change: { state: 'waiting_auth', refusedGrantId: 'old' }, isWithoutGrant: true })
    expect(reaction.change?.cause?.class).toBe('auth')
  })

  test('waits for the network when the request for a grant had no answer', () => {
    const reaction = without({ none: 'network' })
    expect(reaction).toMatchObject({ change: { state: 'waiting_net', refusedGrantId: 'old' }, result: 'no_answer' })
  })

  test('is blocked with the reason why the server refused a grant', () => {
    const reaction = without({ none: 'refused', status: 403, code: 'x', message: 'Une phrase' })
    expect(reaction.change).toMatchObject({ state: 'blocked', cause: { status: 403, message: 'Une phrase' } })
    expect(waitOf(reaction)).toEqual([hour, hour])
  })
})

describe('when the upload is gone', () => {
  const gone = (known: Parameters<typeof reactionToGoneUpload>[1]['known'], status = 404, change = {}) =>
    reactionToGoneUpload(attemptOf(change), { answer: httpAnswer(status), known }, at)
  const known = { clientUploadId: 'one', uploadUrl: null, offset: null, mediaId: null, sha256: null }

  test('is delivered when the server has the photo', () => {
    expect(gone({ ...known, etat: 'done', mediaId: 9, sha256 })).toMatchObject({ result: 'delivered' })
    expect(gone({ ...known, etat: 'done', mediaId: 9, sha256: 'b'.repeat(64) }).result).toBe('continue')
  })

  test('continues the upload that is still open, except after corrupted bytes', () => {
    const open = { ...known, etat: 'open', uploadUrl: url, offset: 5 } as const
    expect(gone(open)).toMatchObject({ change: { uploadUrl: url, confirmedOffset: 5 }, attempt: { next: 'patch' } })
    expect(gone(open, 422)).toMatchObject({ change: { uploadUrl: null, confirmedOffset: 0 } })
  })

  test('creates it again at most three times a day', () => {
    expect(gone(undefined)).toMatchObject({
      change: { recreations: [now], uploadUrl: null },
      attempt: { next: 'create' },
    })
    const recreations = [now - 1, now - 2, now - 3]
    expect(gone(undefined, 404, { recreations })).toMatchObject({ change: { state: 'failed' }, result: 'parked' })
    const old = [now - 25 * hour, now - 1, now - 2]
    expect(gone(undefined, 404, { recreations: old }).change?.recreations).toEqual([now - 1, now - 2, now])
  })
})

describe('when the device fails', () => {
  test('fails with a message when bytes are missing, and waits 5 minutes when the storage is broken', () => {
    const missing = reactionToError(new BytesMissing(), at)
    expect(missing).toMatchObject({ change: { state: 'failed', cause: { class: 'storage' } }, result: 'parked' })
    expect(missing?.change?.cause?.message).toContain('choisissez-la à nouveau')
    const broken = reactionToError(new StorageFull(), at)
    expect(broken).toMatchObject({ change: { state: 'blocked_storage', waitMs: 300_000 }, result: 'parked' })
  })

  test('leaves any other error to the caller', () => {
    expect(reactionToError(new TypeError('x'), at)).toBeNull()
  })
})
