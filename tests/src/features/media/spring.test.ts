import { expect, test } from 'vitest'
import { springAfter } from '#src/features/media/spring.ts'

test('arrives without overshoot', () => {
  for (let ms = 0; ms <= 600; ms += 10)
    expect(springAfter({ value: 400, velocity: 0 }, 0, ms / 1000).value).toBeGreaterThanOrEqual(0)
  expect(springAfter({ value: 400, velocity: 0 }, 0, 0.6).value).toBeLessThan(0.5)
})

test('moves equally in one long step and in short ones', () => {
  let moving = { value: 400, velocity: -900 }
  for (let n = 0; n < 10; n += 1) moving = springAfter(moving, 0, 0.01)
  expect(moving.value).toBeCloseTo(springAfter({ value: 400, velocity: -900 }, 0, 0.1).value)
})
