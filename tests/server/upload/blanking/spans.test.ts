import { expect, test } from 'vitest'
import { Spans } from '#server/upload/blanking/spans.ts'

function spansOf(...ranges: readonly (readonly [start: number, end: number])[]): Spans {
  const spans = new Spans()
  for (const [start, end] of ranges) spans.add(start, end)
  return spans
}

test('merges ranges that overlap, so that a file cannot make their comparison quadratic', () => {
  const spans = spansOf([50, 60], [10, 20], [15, 40], [12, 18], [40, 45], [0, 5])
  expect(spans.sorted()).toEqual([
    { start: 0, end: 5 },
    { start: 10, end: 45 },
    { start: 50, end: 60 },
  ])
})

test('yields the parts of ranges that others do not cover', () => {
  const areas = spansOf([0, 10], [20, 30], [40, 50], [60, 70])
  const others = spansOf([5, 25], [28, 45], [0, 2], [47, 48], [65, 66])
  expect([...areas.outside(others)]).toEqual([
    { start: 2, end: 5 },
    { start: 25, end: 28 },
    { start: 45, end: 47 },
    { start: 48, end: 50 },
    { start: 60, end: 65 },
    { start: 66, end: 70 },
  ])
  expect([...areas.outside(spansOf())]).toEqual(areas.sorted())
})
