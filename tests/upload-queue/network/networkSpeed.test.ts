import { beforeEach, expect, test, vi } from 'vitest'
import { startThroughput } from '#upload-queue/engine/throughput.ts'
import { NetworkSpeed } from '#upload-queue/network/networkSpeed.ts'

const hour = 3_600_000
const clock = { time: 0, now: () => clock.time }
const wifi = { type: 'wifi', effectiveType: '4g' }
let name: string
beforeEach(() => {
  clock.time = Date.UTC(2026, 5, 13, 21)
  name = `rythme ${crypto.randomUUID()}`
})

test('starts the next page and the worker with the stored speed', async () => {
  await new NetworkSpeed(clock, wifi, name).keep(startThroughput(300))
  expect(await new NetworkSpeed(clock, wifi, name).recall()).toEqual(startThroughput(300))
})

test('stores a speed for each type of network, none for an unknown type', async () => {
  await new NetworkSpeed(clock, wifi, name).keep(startThroughput(300))
  const mobile = new NetworkSpeed(clock, { type: 'cellular', effectiveType: '2g' }, name)
  expect(await mobile.recall()).toEqual(startThroughput())
  await mobile.keep(startThroughput(12))
  expect(await mobile.recall()).toEqual(startThroughput(12))
  expect(await new NetworkSpeed(clock, undefined, name).recall()).toEqual(startThroughput())
  expect(await new NetworkSpeed(clock, wifi, name).recall()).toEqual(startThroughput(300))
})

test('forgets a speed after a day, also in the page that measured it', async () => {
  const throughput = new NetworkSpeed(clock, wifi, name)
  await throughput.keep(startThroughput(300))
  clock.time += 24 * hour
  expect(await throughput.recall()).toEqual(startThroughput(300))
  clock.time += 1
  expect(await throughput.recall()).toEqual(startThroughput())
})

test('does not store an unmeasured or nearly equal speed', async () => {
  const throughput = new NetworkSpeed(clock, wifi, name)
  const put = vi.spyOn(IDBObjectStore.prototype, 'put')
  await throughput.keep(startThroughput())
  expect(put).not.toHaveBeenCalled()
  await throughput.keep(startThroughput(300))
  await throughput.keep(startThroughput(330))
  expect(put).toHaveBeenCalledTimes(1)
  await throughput.keep(startThroughput(600))
  expect(put).toHaveBeenCalledTimes(2)
  put.mockRestore()
})

test('keeps the speed in memory when the storage fails', async () => {
  const throughput = new NetworkSpeed(clock, wifi, name)
  expect(await throughput.recall()).toEqual(startThroughput())
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('closed', 'UnknownError')
  })
  expect(await throughput.recall()).toEqual(startThroughput())
  await throughput.keep(startThroughput(300))
  expect(await throughput.recall()).toEqual(startThroughput(300))
  vi.restoreAllMocks()
})

test('keeps the speed in memory when the browser forbids storage and throws at once', async () => {
  const throughput = new NetworkSpeed(clock, wifi, name)
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  })
  expect(await throughput.recall()).toEqual(startThroughput())
  await throughput.keep(startThroughput(300))
  expect(await throughput.recall()).toEqual(startThroughput(300))
  vi.restoreAllMocks()
})
