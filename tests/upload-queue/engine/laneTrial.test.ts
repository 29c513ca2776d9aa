import { expect, test } from 'vitest'
import { startTrial, speedOfOneLane, trialAfter, type MeasuredChunk } from '#upload-queue/engine/laneTrial.ts'

type Chunks = readonly [lanes: number, speed: number][]

/** The trial after chunks of 15 s, with these speeds of one connection (bytes per millisecond) by number of lanes. */
function after(...chunks: Chunks) {
  return chunks.reduce(
    (trial, [lanes, speed]) => trialAfter(trial, { lanes, bytes: speed * 15_000, ms: 15_000 }),
    startTrial,
  )
}

const oneAt = (speed: number): Chunks => [[1, speed]]
const twoAt = (speed: number): Chunks => [
  [2, speed],
  [2, speed],
]
const threeAt = (speed: number): Chunks => [
  [3, speed],
  [3, speed],
  [3, speed],
]

test('tries a second lane once one connection was measured for fifteen seconds', () => {
  const chunk: MeasuredChunk = { lanes: 1, bytes: 50_000, ms: 7500 }
  const once = trialAfter(startTrial, chunk)
  expect(once.allowed).toBe(1)
  expect(trialAfter(once, chunk)).toMatchObject({ allowed: 2, worthwhile: 1 })
})

test('ignores chunks that took less than a second', () => {
  const chunks = Array.from({ length: 20 }, () => ({ lanes: 1, bytes: 500_000, ms: 999 }))
  expect(chunks.reduce<typeof startTrial>(trialAfter, startTrial)).toEqual(startTrial)
})

test('measures two lanes for fifteen seconds in each before it decides', () => {
  const trial = after(...oneAt(12), [2, 12])
  expect(trial).toMatchObject({ allowed: 2, worthwhile: 1 })
  expect(trialAfter(trial, { lanes: 2, bytes: 180_000, ms: 15_000 })).toMatchObject({ allowed: 3, worthwhile: 2 })
})

test('keeps two lanes when they are faster by a third, and takes the second one back when they are not', () => {
  expect(after(...oneAt(18), ...twoAt(12))).toMatchObject({ worthwhile: 2 })
  expect(after(...oneAt(18), ...twoAt(11.9))).toMatchObject({ allowed: 1, worthwhile: 1 })
})

test('keeps three lanes where each brings its own speed, and two where the third brings nothing', () => {
  expect(after(...oneAt(12), ...twoAt(12), ...threeAt(12))).toMatchObject({ allowed: 3, worthwhile: 3 })
  expect(after(...oneAt(12), ...twoAt(12), ...threeAt(8))).toMatchObject({ allowed: 2, worthwhile: 2 })
})

test('tries a lane that brought nothing again after eight times as long', () => {
  const failed = [...oneAt(50), ...twoAt(25)]
  const wait: Chunks = Array.from({ length: 7 }, () => [1, 50])
  expect(after(...failed, ...wait)).toMatchObject({ allowed: 1 })
  expect(after(...failed, ...wait, [1, 50])).toMatchObject({ allowed: 2 })
  // The line has become another one since.
  const slower: Chunks = Array.from({ length: 8 }, () => [1, 12])
  expect(after(...failed, ...slower, ...twoAt(12))).toMatchObject({ worthwhile: 2 })
})

test('knows the speed of one connection when several are worthwhile', () => {
  expect(speedOfOneLane(after(...oneAt(12), ...twoAt(12)))).toBe(12)
  expect(speedOfOneLane(after(...oneAt(12), ...twoAt(12), ...threeAt(8)))).toBe(12)
  expect(speedOfOneLane(after(...oneAt(50), ...twoAt(25)))).toBeNull()
})
