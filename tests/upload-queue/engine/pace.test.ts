import { expect, test } from 'vitest'
import {
  chunkBounds,
  isQuick,
  isWorthSending,
  paceAfter,
  paceAfterPart,
  paceBelow,
  slowerPace,
  stallLimitMs,
  startPace,
} from '#upload-queue/engine/pace.ts'

const kib = 1024
const mib = 1024 * kib

test('starts with 128 KiB and grows to at most 8 MiB', () => {
  let pace = startPace()
  expect(pace.chunk).toBe(128 * kib)
  for (let piece = 0; piece < 5; piece += 1) pace = paceAfter(pace, pace.chunk, 10)
  expect(pace.chunk).toBe(8 * mib)
})

test('starts with pieces of 10 s when the speed is stored', () => {
  expect(startPace(50).chunk).toBe(500_000)
  expect(startPace(100_000).chunk).toBe(8 * mib)
})

test('grows at most fourfold after one fast piece', () => {
  let pace = startPace()
  pace = paceAfter(pace, pace.chunk, 1)
  expect(pace.chunk).toBe(512 * kib)
})

test('sends pieces of about 10 s on a slow line, at least 32 KiB', () => {
  let pace = startPace()
  pace = paceAfter(pace, 128 * kib, 20_000)
  expect(pace.chunk).toBe(64 * kib)
  pace = paceAfter(pace, 64 * kib, 60_000)
  expect(pace.chunk).toBe(chunkBounds.min)
})

test('ignores the short last piece of a file', () => {
  let pace = startPace(100)
  pace = paceAfter(pace, 1000, 500)
  expect(pace).toEqual(startPace(100))
})

test('multiplies the speed of a whole piece by the number of parallel files, not that of a short piece', () => {
  let pace = startPace(100)
  pace = paceAfter(pace, 1_000_000, 20_000, 2)
  expect(pace).toEqual(startPace(100))
  pace = paceAfter(pace, 100_000, 800, 2)
  expect(pace.speed).toBe(125)
  pace = paceAfterPart(240_000, 20_000, 2)
  expect(pace).toEqual(startPace(24))
})

test('measures the speed after an aborted piece by what arrived', () => {
  expect(paceAfterPart(240_000, 20_000)).toEqual({ speed: 12, chunk: 120_000 })
})

test("halves the next piece without an answer, down to 32 KiB, after a proxy's 413 also below", () => {
  let pace = startPace()
  pace = slowerPace(pace)
  expect(pace.chunk).toBe(64 * kib)
  for (let times = 0; times < 5; times += 1) pace = slowerPace(pace)
  expect(pace.chunk).toBe(chunkBounds.min)
  pace = paceBelow(pace, pace.chunk)
  expect(pace.chunk).toBe(16 * kib)
  expect(isWorthSending(pace)).toBe(true)
  expect(isWorthSending(paceBelow(pace, 20_000))).toBe(false)
})

test('times out after four times the expected duration, between 20 s and 60 s', () => {
  const pace = startPace()
  expect(stallLimitMs(pace, mib)).toBe(20_000)
  pace.speed = mib / 10_000
  expect(stallLimitMs(pace, mib)).toBe(40_000)
  expect(stallLimitMs(pace, 8 * mib)).toBe(60_000)
})

test('sends only a file that takes less than a second in parallel', () => {
  expect(isQuick(startPace(), 1)).toBe(false)
  expect(isQuick(startPace(100), 100_000)).toBe(true)
  expect(isQuick(startPace(100), 100_001)).toBe(false)
})
