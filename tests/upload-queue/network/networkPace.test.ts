import { beforeEach, expect, test, vi } from 'vitest'
import { startPace } from '#upload-queue/engine/pace.ts'
import { NetworkPace } from '#upload-queue/network/networkPace.ts'

const hour = 3_600_000
const clock = { time: 0, now: () => clock.time }
const wifi = { type: 'wifi', effectiveType: '4g' }
let name: string
beforeEach(() => {
  clock.time = Date.UTC(2026, 5, 13, 21)
  name = `rythme ${crypto.randomUUID()}`
})

test('starts the next page and the worker with the stored speed', async () => {
  await new NetworkPace(clock, wifi, name).keep(startPace(300))
  expect(await new NetworkPace(clock, wifi, name).recall()).toEqual(startPace(300))
})

test('stores a speed for each type of network, none for an unknown type', async () => {
  await new NetworkPace(clock, wifi, name).keep(startPace(300))
  const mobile = new NetworkPace(clock, { type: 'cellular', effectiveType: '2g' }, name)
  expect(await mobile.recall()).toEqual(startPace())
  await mobile.keep(startPace(12))
  expect(await mobile.recall()).toEqual(startPace(12))
  expect(await new NetworkPace(clock, undefined, name).recall()).toEqual(startPace())
  expect(await new NetworkPace(clock, wifi, name).recall()).toEqual(startPace(300))
})

test('forgets a speed after a day, also in the page that measured it', async () => {
  const pace = new NetworkPace(clock, wifi, name)
  await pace.keep(startPace(300))
  clock.time += 24 * hour
  expect(await pace.recall()).toEqual(startPace(300))
  clock.time += 1
  expect(await pace.recall()).toEqual(startPace())
})

test('does not store an unmeasured or nearly equal speed', async () => {
  const pace = new NetworkPace(clock, wifi, name)
  const put = vi.spyOn(IDBObjectStore.prototype, 'put')
  await pace.keep(startPace())
  expect(put).not.toHaveBeenCalled()
  await pace.keep(startPace(300))
  await pace.keep(startPace(330))
  expect(put).toHaveBeenCalledTimes(1)
  await pace.keep(startPace(600))
  expect(put).toHaveBeenCalledTimes(2)
  put.mockRestore()
})

test('keeps the speed in memory when the storage fails', async () => {
  const pace = new NetworkPace(clock, wifi, name)
  expect(await pace.recall()).toEqual(startPace())
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('closed', 'UnknownError')
  })
  expect(await pace.recall()).toEqual(startPace())
  await pace.keep(startPace(300))
  expect(await pace.recall()).toEqual(startPace(300))
  vi.restoreAllMocks()
})
