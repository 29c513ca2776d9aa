import { expect, test } from 'vitest'
import { chunkBounds, halve, learn, slowDown, stallLimitMs, startPace } from '#upload-queue/engine/pace.ts'

const mib = 1024 * 1024

test('the first piece is 1 MiB, and a fast line gets to 8 MiB, no further', () => {
  const pace = startPace()
  expect(pace.chunk).toBe(mib)
  for (let piece = 0; piece < 5; piece += 1) learn(pace, pace.chunk, 100)
  expect(pace.chunk).toBe(8 * mib)
})

test('one lucky piece makes the next at most four times larger', () => {
  const pace = startPace()
  learn(pace, mib, 1)
  expect(pace.chunk).toBe(4 * mib)
})

test('a slow line gets pieces of about 4 s, not below 256 KiB', () => {
  const pace = startPace()
  learn(pace, mib, 8000)
  expect(pace.chunk).toBe(mib / 2)
  learn(pace, mib / 2, 60_000)
  expect(pace.chunk).toBe(chunkBounds.min)
})

test('the short tail of a file does not shrink the pieces of the next', () => {
  const pace = startPace()
  learn(pace, 1000, 50)
  expect(pace.chunk).toBe(mib)
})

test('a stall halves the piece, not below 256 KiB; a proxy may ask for less', () => {
  const pace = startPace()
  slowDown(pace)
  expect(pace.chunk).toBe(mib / 2)
  for (let times = 0; times < 5; times += 1) slowDown(pace)
  expect(pace.chunk).toBe(chunkBounds.min)
  expect(halve(pace, pace.chunk)).toBe(true)
  expect(pace.chunk).toBe(128 * 1024)
  expect(halve(pace, 20_000)).toBe(false)
})

test('a stall is called after four times the expected time, within 20 s and 60 s', () => {
  const pace = startPace()
  expect(stallLimitMs(pace, mib)).toBe(20_000)
  pace.speed = mib / 10_000
  expect(stallLimitMs(pace, mib)).toBe(40_000)
  expect(stallLimitMs(pace, 8 * mib)).toBe(60_000)
})
