import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { schedule } from '#server/schedule.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const report = vi.fn<(error: unknown) => void>()

test('skips a run while the previous one is still running, and waits for it when it stops', async () => {
  const run = Promise.withResolvers<void>()
  const work = vi.fn<() => Promise<void>>(() => run.promise)
  const running = schedule(work, { everyMs: 1000, report })
  expect(work).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(3000)
  expect(work).toHaveBeenCalledTimes(1)
  let isStopped = false
  const stopped = running.stop().then(() => (isStopped = true))
  await vi.advanceTimersByTimeAsync(1000)
  expect(isStopped).toBe(false)
  run.resolve()
  await stopped
  await vi.advanceTimersByTimeAsync(3000)
  expect(work).toHaveBeenCalledTimes(1)
})

test('starts after one interval when asked, and goes on after a failed run', async () => {
  const failure = new Error('planned')
  const work = vi.fn<() => void>(() => {
    throw failure
  })
  const running = schedule(work, { everyMs: 1000, report, startsNow: false })
  expect(work).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(2000)
  expect(report.mock.calls).toEqual([[failure], [failure]])
  await running.stop()
})
