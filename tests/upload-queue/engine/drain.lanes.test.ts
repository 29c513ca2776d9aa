import { beforeEach, describe, expect, test } from 'vitest'
import { startThroughput } from '#upload-queue/engine/throughput.ts'
import { mostLanes } from '#upload-queue/engine/laneTrial.ts'
import { QueueWorld } from '#tests/upload-queue/support/queueWorld.ts'
import { overSharedLine, type SharedLine } from '#tests/upload-queue/support/sharedLine.ts'

const photo = 3_300_000
let world: QueueWorld
beforeEach(() => {
  world = new QueueWorld()
  world.giveGrant(1, 7)
})

/**
 * Drains photos over the line. `deliveredAt`: when each photo was delivered, in the order of acceptance and in times
 * that one connection takes for one photo.
 */
async function send(line: SharedLine, { photos, lanes = mostLanes }: { photos: number; lanes?: number }) {
  const ids = Array.from({ length: photos }, () => world.accept({ bytes: photo }).id)
  const startedAt = world.clock.now()
  const { wire, most } = overSharedLine(world, line)
  const throughput = startThroughput()
  const end = await world.drain({ lanes, ports: { ...world.ports, wire }, throughput })
  expect(end).toMatchObject({ why: 'idle', remaining: 0 })
  expect(await world.undelivered()).toEqual([])
  const bytes = world.server.calls.reduce((sum, call) => sum + call.bytes, 0)
  expect(bytes).toBe(photos * photo)
  const items = await Promise.all(ids.map((id) => world.item(id)))
  const deliveredAt = items.map((item) => ((item.deliveredAt ?? Number.NaN) - startedAt) / (photo / line.ofOne))
  return { deliveredAt, most: most(), throughput }
}

describe('on a line that loses packets, where one connection reaches a quarter of the speed', () => {
  const lossy = { speed: 50, ofOne: 12.5 }

  test('sends the first photo alone, then three at a time', async () => {
    const { deliveredAt, most } = await send(lossy, { photos: 10 })
    expect(most).toBe(3)
    expect(deliveredAt[0]).toBeLessThan(1.05)
    expect(Math.max(...deliveredAt)).toBeLessThan(4.2)
  })

  test('sends one at a time from a worker', async () => {
    const { deliveredAt, most } = await send(lossy, { photos: 3, lanes: 1 })
    expect(most).toBe(1)
    expect(deliveredAt[2]).toBeGreaterThan(2.9)
  })

  test('starts the next drain with the speed of one connection', async () => {
    const { throughput } = await send(lossy, { photos: 6 })
    expect(throughput.speed).toBeCloseTo(12.5, 0)
  })
})

test('sends two at a time where a third connection brings nothing', async () => {
  const { deliveredAt, most } = await send({ speed: 25, ofOne: 12.5 }, { photos: 9 })
  expect(most).toBe(3)
  expect(Math.max(...deliveredAt)).toBeLessThan(5.1)
  const [, second = 0, third = 0, fourth = 0] = deliveredAt
  expect([second, third].every((at) => at < fourth)).toBe(true)
})

describe.each([12, 50])('on a line of %d kB/s that one connection fills', (speed) => {
  test('tries a second photo and then sends one at a time, in order', async () => {
    const { deliveredAt, most } = await send({ speed, ofOne: speed }, { photos: 5 })
    expect(most).toBe(2)
    expect(deliveredAt).toEqual(deliveredAt.toSorted((a, b) => a - b))
    expect(deliveredAt[0]).toBeLessThan(1.05)
    expect(deliveredAt[1]).toBeLessThan(2.2)
    expect(deliveredAt[2]).toBeLessThan(3.1)
    expect(deliveredAt[4]).toBeLessThan(5.1)
  })
})
