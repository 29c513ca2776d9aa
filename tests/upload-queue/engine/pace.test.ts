import { expect, test } from 'vitest'
import {
  chunkBounds,
  halve,
  isQuick,
  learn,
  learnFromPart,
  slowDown,
  stallLimitMs,
  startPace,
} from '#upload-queue/engine/pace.ts'

const kib = 1024
const mib = 1024 * kib

test('the first piece is 128 KiB, and a fast line gets to 8 MiB, no further', () => {
  const pace = startPace()
  expect(pace.chunk).toBe(128 * kib)
  for (let piece = 0; piece < 5; piece += 1) learn(pace, pace.chunk, 10)
  expect(pace.chunk).toBe(8 * mib)
})

test('a line whose speed is remembered gets pieces of 10 s at once', () => {
  expect(startPace(50).chunk).toBe(500_000)
  expect(startPace(100_000).chunk).toBe(8 * mib)
})

test('one lucky piece makes the next at most four times larger', () => {
  const pace = startPace()
  learn(pace, pace.chunk, 1)
  expect(pace.chunk).toBe(512 * kib)
})

test('a slow line gets pieces of about 10 s, not below 32 KiB', () => {
  const pace = startPace()
  learn(pace, 128 * kib, 20_000)
  expect(pace.chunk).toBe(64 * kib)
  learn(pace, 64 * kib, 60_000)
  expect(pace.chunk).toBe(chunkBounds.min)
})

test('the short tail of a file neither shrinks the next pieces nor makes the line look slow', () => {
  const pace = startPace(100)
  learn(pace, 1000, 500)
  expect(pace).toEqual(startPace(100))
})

test('a piece beside another one tells the speed of the line they share, a short one only its own', () => {
  const pace = startPace(100)
  learn(pace, 1_000_000, 20_000, 2)
  expect(pace).toEqual(startPace(100))
  learn(pace, 100_000, 800, 2)
  expect(pace.speed).toBe(125)
  learnFromPart(pace, 240_000, 20_000, 2)
  expect(pace).toEqual(startPace(24))
})

test('a piece that was cut short tells the speed by what arrived of it', () => {
  const pace = startPace(1000)
  learnFromPart(pace, 240_000, 20_000)
  expect(pace).toEqual({ speed: 12, chunk: 120_000 })
})

test('a piece without an answer halves the next one, not below 32 KiB; a proxy may ask for less', () => {
  const pace = startPace()
  slowDown(pace)
  expect(pace.chunk).toBe(64 * kib)
  for (let times = 0; times < 5; times += 1) slowDown(pace)
  expect(pace.chunk).toBe(chunkBounds.min)
  expect(halve(pace, pace.chunk)).toBe(true)
  expect(pace.chunk).toBe(16 * kib)
  expect(halve(pace, 20_000)).toBe(false)
})

test('a stall is called after four times the expected time, within 20 s and 60 s', () => {
  const pace = startPace()
  expect(stallLimitMs(pace, mib)).toBe(20_000)
  pace.speed = mib / 10_000
  expect(stallLimitMs(pace, mib)).toBe(40_000)
  expect(stallLimitMs(pace, 8 * mib)).toBe(60_000)
})

test('only a file that leaves within a second goes beside another', () => {
  expect(isQuick(startPace(), 1)).toBe(false)
  expect(isQuick(startPace(100), 100_000)).toBe(true)
  expect(isQuick(startPace(100), 100_001)).toBe(false)
})
