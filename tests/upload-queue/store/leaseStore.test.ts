import { expect, test } from 'vitest'
import { Fenced } from '#upload-queue/engine/ports.ts'
import { Phone } from '#tests/upload-queue/support/phone.ts'

test('each claim has a higher epoch, also from several places at once', async () => {
  const phone = new Phone()
  const other = new Phone(undefined, phone.name)
  const epochs = await Promise.all([1, 2, 3, 4].map((n) => (n % 2 ? phone : other).lease.claim(`page ${n}`, 0)))
  expect(epochs.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4])
})

test('a beat keeps the lease; one that lost it learns so from its next beat', async () => {
  const { lease } = new Phone()
  const first = await lease.claim('first', 1000)
  await lease.beat(first, 6000)
  expect(await lease.read()).toEqual({ holder: 'first', epoch: first, beatAt: 6000 })
  await lease.claim('second', 7000)
  await expect(lease.beat(first, 8000)).rejects.toThrow(Fenced)
  expect(await lease.read()).toMatchObject({ holder: 'second', beatAt: 7000 })
})

test('letting go tells the next one not to wait; a late release harms nobody', async () => {
  const { lease } = new Phone()
  const first = await lease.claim('first', 1000)
  await lease.release(first)
  expect(await lease.read()).toMatchObject({ beatAt: 0 })
  await lease.claim('second', 2000)
  await lease.release(first)
  expect(await lease.read()).toMatchObject({ holder: 'second', beatAt: 2000 })
})
