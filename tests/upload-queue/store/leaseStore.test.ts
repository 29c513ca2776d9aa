import { expect, test } from 'vitest'
import { Fenced } from '#upload-queue/engine/queueErrors.ts'
import { Phone } from '#tests/upload-queue/support/phone.ts'

test('increments the epoch with each claim, also concurrently', async () => {
  const phone = new Phone()
  const other = new Phone(undefined, phone.name)
  const epochs = await Promise.all([1, 2, 3, 4].map((n) => (n % 2 ? phone : other).lease.claim(`page ${n}`, 0)))
  expect(epochs.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4])
})

test('keeps the lease with a heartbeat; rejects the heartbeat of a replaced holder', async () => {
  const { lease } = new Phone()
  const first = await lease.claim('first', 1000)
  await lease.beat(first, 6000)
  expect(await lease.read()).toEqual({ holder: 'first', epoch: first, beatAt: 6000 })
  await lease.claim('second', 7000)
  await expect(lease.beat(first, 8000)).rejects.toThrow(Fenced)
  expect(await lease.read()).toMatchObject({ holder: 'second', beatAt: 7000 })
})

test('lets the next drainer start at once after a release; ignores a late release', async () => {
  const { lease } = new Phone()
  const first = await lease.claim('first', 1000)
  await lease.release(first)
  expect(await lease.read()).toMatchObject({ beatAt: 0 })
  await lease.claim('second', 2000)
  await lease.release(first)
  expect(await lease.read()).toMatchObject({ holder: 'second', beatAt: 2000 })
})
