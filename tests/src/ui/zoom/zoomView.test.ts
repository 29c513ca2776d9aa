import { expect, test } from 'vitest'
import { clampView, containedSize, zoomAround } from '#src/ui/zoom/zoomView.ts'

const box = { width: 400, height: 800 }
const picture = { width: 400, height: 300 }

test('contains a picture in a box by its ratio', () => {
  expect(containedSize(box, 4 / 3)).toEqual(picture)
  expect(containedSize(box, 1 / 4)).toEqual({ width: 200, height: 800 })
})

test('keeps the edges of a zoomed picture outside of the box', () => {
  expect(clampView({ scale: 2, x: 900, y: 900 }, picture, box)).toEqual({ scale: 2, x: 200, y: 0 })
  expect(clampView({ scale: 4, x: -900, y: -900 }, picture, box)).toEqual({ scale: 4, x: -600, y: -200 })
})

test('keeps the point under the fingers in place', () => {
  const view = zoomAround({ scale: 1, x: 0, y: 0 }, 2, { x: 100, y: -50 })
  expect(view).toEqual({ scale: 2, x: -100, y: 50 })
  expect(zoomAround(view, 1, { x: 100, y: -50 })).toEqual({ scale: 1, x: 0, y: 0 })
  expect(zoomAround({ scale: 1, x: 0, y: 0 }, 1, { x: 0, y: 0 }, { x: 7, y: 9 })).toEqual({ scale: 1, x: 7, y: 9 })
})
