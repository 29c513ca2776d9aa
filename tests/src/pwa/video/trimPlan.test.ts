import { describe, expect, test } from 'vitest'
import { longestEnd, trimPlan, type TrackPackets } from '#src/pwa/video/trimPlan.ts'

/** Packets of 1000 bytes; key frames at the given times. */
function track(times: readonly number[], keys: readonly number[] = times): TrackPackets {
  return {
    times: Float64Array.from(times),
    sizes: new Uint32Array(times.length).fill(1000),
    keys: Uint8Array.from(times, (time) => (keys.includes(time) ? 1 : 0)),
  }
}
const every = (step: number, to: number) => Array.from({ length: to / step }, (_none, at) => at * step)
const video = { duration: 10, picture: track(every(0.5, 10), [0, 2, 4, 6, 8]), sounds: [track(every(0.25, 10))] }

describe('trimPlan', () => {
  test('begins at the chosen moment when a key frame is there', () => {
    expect(trimPlan(video, 4, 6)).toMatchObject({ begin: 4, picture: { from: 8, to: 12, begin: 4 } })
  })

  test('begins at the key frame before the chosen moment when none is there', () => {
    expect(trimPlan(video, 5, 7)).toMatchObject({ begin: 4, end: 6.5, picture: { from: 8, to: 14 } })
  })

  test('begins at the first picture when no key frame is before the chosen moment', () => {
    const late = { duration: 3, picture: track([1, 2, 3], [1, 3]), sounds: [] }
    expect(trimPlan(late, 0, 3)).toMatchObject({ begin: 1, picture: { from: 0, to: 2 } })
  })

  test('takes every picture before the last one when pictures are decoded in another order', () => {
    // Decoded: I0 P3 B1 B2 I6 B4 B5
    const reordered = { duration: 7, picture: track([0, 3, 1, 2, 6, 4, 5], [0, 6]), sounds: [] }
    expect(trimPlan(reordered, 0, 2)).toMatchObject({ end: 3, picture: { from: 0, to: 4 } })
    expect(trimPlan(reordered, 0, 1)).toMatchObject({ end: 0, picture: { from: 0, to: 1 } })
  })

  test('takes the sound from the first picture to the end of the part', () => {
    expect(trimPlan(video, 5, 7).sounds).toEqual([{ from: 16, to: 28, begin: 4 }])
  })

  test('takes no sound when it has ended before the part', () => {
    const mute = { ...video, sounds: [track([0, 1])] }
    expect(trimPlan(mute, 5, 7).sounds).toEqual([{ from: 0, to: 0, begin: 0 }])
  })

  test('counts the bytes of all tracks, their index and the boxes in front', () => {
    expect(trimPlan(video, 4, 6).size).toBe((4 + 8) * (1000 + 36) + 16 * 1024)
  })
})

describe('longestEnd', () => {
  test('gives the last second at which the part fits', () => {
    const max = trimPlan(video, 2, 7).size
    expect(longestEnd(video, 2, max)).toBe(7)
    expect(longestEnd(video, 2, max - 1)).toBe(6)
  })

  test('gives the end of the video when all of it fits, in whole seconds', () => {
    expect(longestEnd({ ...video, duration: 9.4 }, 0, 1e9)).toBe(10)
  })

  test('gives one second when nothing fits', () => {
    expect(longestEnd(video, 4, 1)).toBe(5)
  })
})
