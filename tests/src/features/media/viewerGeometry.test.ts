import { expect, test } from 'vitest'
import {
  closesOnRelease,
  doubleTapScale,
  largestScale,
  rubberBand,
  resistedScale,
  stepOnRelease,
} from '#src/features/media/viewerGeometry.ts'

const box = { width: 400, height: 800 }
const picture = { width: 400, height: 300 }

test('zooms up to the pixels of the original, between 4 and 8 times', () => {
  expect(largestScale(picture, null)).toBe(4)
  expect(largestScale(picture, 800)).toBe(4)
  expect(largestScale(picture, 2400)).toBe(6)
  expect(largestScale(picture, 40_000)).toBe(8)
})

test('fills the box with a double tap, within the limit', () => {
  expect(doubleTapScale(picture, box, 4)).toBeCloseTo(800 / 300)
  expect(doubleTapScale({ width: 400, height: 800 }, box, 4)).toBe(2.5)
  expect(doubleTapScale({ width: 400, height: 50 }, box, 4)).toBe(4)
})

test('resists beyond the limits', () => {
  expect(resistedScale(2, 4)).toBe(2)
  expect(resistedScale(8, 4)).toBeLessThan(6)
  expect(resistedScale(0.5, 4)).toBe(0.8)
  expect(rubberBand(100, 400)).toBeLessThan(100)
  expect(rubberBand(-100_000, 400)).toBeGreaterThan(-200)
})

const release = { offset: 0, velocity: 0, width: 400, hasPrevious: true, hasNext: true }

test.each([
  ['a slow and short drag leads back', { offset: -100 }, 0],
  ['a slow and long drag leads on', { offset: -200 }, 1],
  ['a quick and short drag leads on', { offset: 40, velocity: 1 }, -1],
  ['a quick move back cancels', { offset: -300, velocity: 1 }, 0],
  ['nothing lies after the last one', { offset: -300, velocity: -1, hasNext: false }, 0],
  ['nothing lies before the first one', { offset: 300, velocity: 1, hasPrevious: false }, 0],
] as const)('decides the step on release: %s', (_, change, step) => {
  expect(stepOnRelease({ ...release, ...change })).toBe(step)
})

test('closes when dragged down far or quickly, not when thrown up again', () => {
  expect(closesOnRelease({ offset: 100, velocity: 0, height: 800 })).toBe(false)
  expect(closesOnRelease({ offset: 200, velocity: 0, height: 800 })).toBe(true)
  expect(closesOnRelease({ offset: 30, velocity: 1, height: 800 })).toBe(true)
  expect(closesOnRelease({ offset: 300, velocity: -1, height: 800 })).toBe(false)
})
