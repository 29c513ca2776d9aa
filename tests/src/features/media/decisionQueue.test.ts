import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NetworkError } from '#src/api/apiError.ts'
import { type Decision, DecisionQueue, holdMs } from '#src/features/media/decisionQueue.ts'

const decision = (mediaId: number, statut: Decision['statut'] = 'VALIDE'): Decision => ({
  mediaId,
  evenementId: 1,
  statut,
  raison: statut === 'REJETE' ? 'Photo floue' : null,
  version: 1,
  name: `Photo ${mediaId}`,
})

let sent: number[]
let saved: readonly Decision[]
let refused: number[]
let answer: () => Promise<void>
let queue: DecisionQueue
beforeEach(() => {
  vi.useFakeTimers()
  sent = []
  saved = []
  refused = []
  answer = () => Promise.resolve()
  queue = new DecisionQueue({
    send: ({ mediaId }) => {
      sent.push(mediaId)
      return answer()
    },
    isLater: (error) => error instanceof NetworkError,
    onRefused: ({ mediaId }) => refused.push(mediaId),
    save: (kept) => {
      saved = kept
    },
  })
})
afterEach(() => {
  vi.useRealTimers()
})

test('a decision stays on the device for ten seconds, then it is sent', async () => {
  queue.decide(decision(1))
  await vi.advanceTimersByTimeAsync(holdMs - 1)
  expect(sent).toEqual([])
  expect(saved).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(sent).toEqual([1])
  expect(queue.kept()).toEqual([])
  expect(saved).toEqual([])
})

test('undo takes back the latest one, and it is never sent', async () => {
  queue.decide(decision(1))
  queue.decide(decision(2, 'REJETE'))
  expect(queue.undo()?.mediaId).toBe(2)
  await vi.advanceTimersByTimeAsync(holdMs)
  expect(sent).toEqual([1])
})

test('what was sent cannot be undone', async () => {
  queue.decide(decision(1))
  await vi.advanceTimersByTimeAsync(holdMs)
  expect(queue.undo()).toBeNull()
})

test('a second thought on the same media replaces the first and starts the ten seconds again', async () => {
  queue.decide(decision(1))
  await vi.advanceTimersByTimeAsync(6000)
  queue.decide(decision(1, 'REJETE'))
  await vi.advanceTimersByTimeAsync(6000)
  expect(sent).toEqual([])
  await vi.advanceTimersByTimeAsync(4000)
  expect(sent).toEqual([1])
})

test('leaving the desk sends at once', async () => {
  queue.decide(decision(1))
  queue.decide(decision(2))
  await queue.flush()
  expect(sent).toEqual([1, 2])
  await vi.advanceTimersByTimeAsync(holdMs)
  expect(sent).toEqual([1, 2])
})

test('without network a decision waits on the device and goes with it', async () => {
  answer = () => Promise.reject(new NetworkError())
  queue.decide(decision(1))
  await vi.advanceTimersByTimeAsync(holdMs)
  expect(queue.kept().map(({ state }) => state)).toEqual(['waiting'])
  expect(saved).toHaveLength(1)
  expect(queue.undo()).toBeNull()
  answer = () => Promise.resolve()
  await queue.retry()
  expect(queue.kept()).toEqual([])
})

test('a refusal ends the decision and is told', async () => {
  answer = () => Promise.reject(new Error('Ce média a déjà été validé'))
  queue.decide(decision(1))
  await vi.advanceTimersByTimeAsync(holdMs)
  expect(refused).toEqual([1])
  expect(queue.kept()).toEqual([])
})

test('what an earlier visit left is sent, but not over a newer decision', async () => {
  queue.decide(decision(2, 'REJETE'))
  await queue.resume([decision(1), decision(2)])
  expect(sent).toEqual([1])
  expect(queue.kept()).toMatchObject([{ mediaId: 2, statut: 'REJETE', state: 'held' }])
})
