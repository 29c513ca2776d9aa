import { expect, test } from 'vitest'
import { reconnectWait } from '#src/api/live/reconnectWait.ts'

test('doubles with each failure up to a minute', () => {
  expect([0, 1, 2, 3, 4, 5, 20].map((failures) => reconnectWait(failures, 1))).toEqual([
    2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000,
  ])
})

test('randomises half of the delay', () => {
  expect([0, 0.5, 1].map((chance) => reconnectWait(5, chance))).toEqual([30_000, 45_000, 60_000])
})
