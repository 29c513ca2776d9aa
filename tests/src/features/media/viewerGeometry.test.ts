import { expect, test } from 'vitest'
import {
  clampView,
  closesOnRelease,
  containedSize,
  doubleTapScale,
  largestScale,
  resisted,
  resistedScale,
  stepOnRelease,
  zoomAround,
} from '#src/features/media/viewerGeometry.ts'

const box = { width: 400, height: 800 }
const picture = { width: 400, height: 300 }

test('contains a picture in a box by its ratio', () => {
  expect(containedSize(box, 4 / 3)).toEqual(picture)
  expect(containedSize(box, 1 / 4)).toEqual({ width: 200, height: 800 })
})

test('enlarges up to the pixels of the original, between 4 and 8 times', () => {
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

test('keeps the edges of an enlarged picture outside of the box', () => {
  expect(clampView({ scale: 2, x: 900, y: 900 }, picture, box)).toEqual({ scale: 2, x: 200, y: 0 })
  expect(clampView({ scale: 4, x: -900, y: -900 }, picture, box)).toEqual({ scale: 4, x: -600, y: -200 })
})

test('keeps the point under the fingers where it is', () => {
  const view = zoomAround({ scale: 1, x: 0, y: 0 }, 2, { x: 100, y: -50 })
  expect(view).toEqual({ scale: 2, x: -100, y: 50 })
  expect(zoomAround(view, 1, { x: 100, y: -50 })).toEqual({ scale: 1, x: 0, y: 0 })
  expect(zoomAround({ scale: 1, x: 0, y: 0 }, 1, { x: 0, y: 0 }, { x: 7, y: 9 })).toEqual({ scale: 1, x: 7, y: 9 })
})

test('resists beyond the limits', () => {
  expect(resistedScale(2, 4)).toBe(2)
  expect(resistedScale(8, 4)).toBeLessThan(6)
  expect(resistedScale(0.5, 4)).toBe(0.8)
  expect(resisted(100, 400)).toBeLessThan(100)
  expect(resisted(-100_000, 400)).toBeGreaterThan(-200)
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
