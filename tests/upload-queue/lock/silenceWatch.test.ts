import { expect, test } from 'vitest'
import { SilenceWatch } from '#upload-queue/lock/silenceWatch.ts'

const lease = (beatAt: number, epoch = 1) => ({ holder: 'a page', epoch, beatAt })

test('is never silent at the first observation', () => {
  expect(new SilenceWatch().isSilent(lease(1000), 3_600_000)).toBe(false)
})

test('is silent when an old heartbeat is unchanged at the second observation', () => {
  const watch = new SilenceWatch()
  watch.isSilent(lease(1000), 40_000)
  expect(watch.isSilent(lease(1000), 43_000)).toBe(false)
  expect(watch.isSilent(lease(1000), 45_000)).toBe(true)
})

test('restarts on a heartbeat or another holder', () => {
  const watch = new SilenceWatch()
  watch.isSilent(lease(1000), 40_000)
  expect(watch.isSilent(lease(41_000), 80_000)).toBe(false)
  expect(watch.isSilent(lease(41_000, 2), 90_000)).toBe(false)
})

test('restarts on a published heartbeat, although the lease is the same', () => {
  const watch = new SilenceWatch()
  watch.isSilent(lease(1000), 40_000)
  watch.recordHeartbeat(50_000)
  expect(watch.isSilent(lease(1000), 81_000)).toBe(false)
  expect(watch.isSilent(lease(1000), 85_000)).toBe(true)
})

test('observes a released or unwritten lease for the whole time', () => {
  for (const nothing of [undefined, lease(0)]) {
    const watch = new SilenceWatch()
    watch.isSilent(nothing, 100_000)
    expect(watch.isSilent(nothing, 129_000)).toBe(false)
    expect(watch.isSilent(nothing, 130_000)).toBe(true)
  }
})

test('restarts when the clock is set back', () => {
  const watch = new SilenceWatch()
  watch.isSilent(lease(90_000), 100_000)
  expect(watch.isSilent(lease(90_000), 10_000)).toBe(false)
  expect(watch.isSilent(lease(90_000), 20_000)).toBe(false)
})
