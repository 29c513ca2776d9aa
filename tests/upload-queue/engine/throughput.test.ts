import { expect, test } from 'vitest'
import {
  chunkBounds,
  isQuick,
  isWorthSending,
  throughputAfter,
  throughputAfterAbort,
  chunkBelow,
  halvedChunk,
  stallLimitMs,
  startThroughput,
} from '#upload-queue/engine/throughput.ts'

const kib = 1024
const mib = 1024 * kib

test('starts with 128 KiB and grows to at most 8 MiB', () => {
  let throughput = startThroughput()
  expect(throughput.chunk).toBe(128 * kib)
  for (let chunk = 0; chunk < 5; chunk += 1) throughput = throughputAfter(throughput, throughput.chunk, 10)
  expect(throughput.chunk).toBe(8 * mib)
})

test('starts with chunks of 10 s when the speed is stored', () => {
  expect(startThroughput(50).chunk).toBe(500_000)
  expect(startThroughput(100_000).chunk).toBe(8 * mib)
})

test('grows at most fourfold after one fast chunk', () => {
  let throughput = startThroughput()
  throughput = throughputAfter(throughput, throughput.chunk, 1)
  expect(throughput.chunk).toBe(512 * kib)
})

test('sends chunks of about 10 s on a slow line, at least 32 KiB', () => {
  let throughput = startThroughput()
  throughput = throughputAfter(throughput, 128 * kib, 20_000)
  expect(throughput.chunk).toBe(64 * kib)
  throughput = throughputAfter(throughput, 64 * kib, 60_000)
  expect(throughput.chunk).toBe(chunkBounds.min)
})

test('ignores the short last chunk of a file', () => {
  let throughput = startThroughput(100)
  throughput = throughputAfter(throughput, 1000, 500)
  expect(throughput).toEqual(startThroughput(100))
})

test('multiplies the speed of a whole chunk by the number of parallel files, not that of a short chunk', () => {
  let throughput = startThroughput(100)
  throughput = throughputAfter(throughput, 1_000_000, 20_000, 2)
  expect(throughput).toEqual(startThroughput(100))
  throughput = throughputAfter(throughput, 100_000, 800, 2)
  expect(throughput.speed).toBe(125)
  throughput = throughputAfterAbort(240_000, 20_000, 2)
  expect(throughput).toEqual(startThroughput(24))
})

test('measures the speed after an aborted chunk by what arrived', () => {
  expect(throughputAfterAbort(240_000, 20_000)).toEqual({ speed: 12, chunk: 120_000 })
})

test("halves the next chunk without an answer, down to 32 KiB, after a proxy's 413 also below", () => {
  let throughput = startThroughput()
  throughput = halvedChunk(throughput)
  expect(throughput.chunk).toBe(64 * kib)
  for (let times = 0; times < 5; times += 1) throughput = halvedChunk(throughput)
  expect(throughput.chunk).toBe(chunkBounds.min)
  throughput = chunkBelow(throughput, throughput.chunk)
  expect(throughput.chunk).toBe(16 * kib)
  expect(isWorthSending(throughput)).toBe(true)
  expect(isWorthSending(chunkBelow(throughput, 20_000))).toBe(false)
})

test('times out after four times the expected duration, between 20 s and 60 s', () => {
  const throughput = startThroughput()
  expect(stallLimitMs(throughput, mib)).toBe(20_000)
  throughput.speed = mib / 10_000
  expect(stallLimitMs(throughput, mib)).toBe(40_000)
  expect(stallLimitMs(throughput, 8 * mib)).toBe(60_000)
})

test('sends only a file that takes less than a second in parallel', () => {
  expect(isQuick(startThroughput(), 1)).toBe(false)
  expect(isQuick(startThroughput(100), 100_000)).toBe(true)
  expect(isQuick(startThroughput(100), 100_001)).toBe(false)
})
