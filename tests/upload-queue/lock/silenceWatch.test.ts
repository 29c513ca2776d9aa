import { expect, test } from 'vitest'
import { SilenceWatch } from '#upload-queue/lock/silenceWatch.ts'

const lease = (beatAt: number, epoch = 1) => ({ holder: 'a page', epoch, beatAt })

test('one look is never enough', () => {
  expect(new SilenceWatch().isSilent(lease(1000), 3_600_000)).toBe(false)
})

test('an old beat that is still the last one at the second look is silence', () => {
  const watch = new SilenceWatch()
  watch.isSilent(lease(1000), 40_000)
  expect(watch.isSilent(lease(1000), 43_000)).toBe(false)
  expect(watch.isSilent(lease(1000), 45_000)).toBe(true)
})

test('a beat, or another holder, starts the watch again', () => {
  const watch = new SilenceWatch()
  watch.isSilent(lease(1000), 40_000)
  expect(watch.isSilent(lease(41_000), 80_000)).toBe(false)
  expect(watch.isSilent(lease(41_000, 2), 90_000)).toBe(false)
})

test('a lease that was let go of, or never written, is watched for the whole time', () => {
  for (const nothing of [undefined, lease(0)]) {
    const watch = new SilenceWatch()
    watch.isSilent(nothing, 100_000)
    expect(watch.isSilent(nothing, 129_000)).toBe(false)
    expect(watch.isSilent(nothing, 130_000)).toBe(true)
  }
})

test('a clock that is set back starts the watch again and robs nobody', () => {
  const watch = new SilenceWatch()
  watch.isSilent(lease(90_000), 100_000)
  expect(watch.isSilent(lease(90_000), 10_000)).toBe(false)
  expect(watch.isSilent(lease(90_000), 20_000)).toBe(false)
})
