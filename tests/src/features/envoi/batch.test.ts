import { expect, test } from 'vitest'
import { unEnvoi } from '#tests/support/unEnvoi.ts'
import { aboutWords, batchOf, timeLeft, withSample } from '#src/features/envoi/batch.ts'
import type { QueueState } from '#upload-queue/engine/states.ts'
import type { QueueItemView } from '#upload-queue/queueView.ts'

const une = (state: QueueState, details: Partial<QueueItemView> = {}) =>
  unEnvoi(state, { deliveredAt: state === 'done' ? 20 : null, ...details })

test('contains waiting photos and those received since the first of them was added', () => {
  const items = [
    une('done', { deliveredAt: 5 }),
    une('done'),
    une('sending', { confirmedBytes: 40 }),
    une('queued', { addedAt: 15 }),
    une('cancelled'),
  ]
  expect(batchOf(items)).toEqual({ received: 1, total: 3, confirmedBytes: 140, bytes: 300 })
})

test('estimates the remaining time from the last minute, not earlier', () => {
  let samples = withSample([], { at: 0, confirmedBytes: 0 })
  expect(timeLeft(samples, 900)).toBeNull()
  samples = withSample(samples, { at: 2000, confirmedBytes: 50 })
  expect(timeLeft(samples, 900)).toBeNull()
  samples = withSample(samples, { at: 10_000, confirmedBytes: 100 })
  expect(timeLeft(samples, 900)).toBe(90_000)
  samples = withSample(samples, { at: 65_000, confirmedBytes: 1200 })
  expect(timeLeft(samples, 900)).toBe((900 / 1100) * 55_000)
})

test('measures the speed of a new batch anew', () => {
  const samples = withSample([{ at: 0, confirmedBytes: 500 }], { at: 1000, confirmedBytes: 20 })
  expect(samples).toEqual([{ at: 1000, confirmedBytes: 20 }])
})

test.each([
  [0, 'environ 5 s'],
  [38_000, 'environ 40 s'],
  [61_000, 'environ 1 min'],
  [240_000, 'environ 4 min'],
  [7_000_000, 'environ 2 h'],
])('formats %d ms as "%s"', (ms, words) => {
  expect(aboutWords(ms)).toBe(words)
})
