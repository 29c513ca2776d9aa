import { expect, test } from 'vitest'
import { isHalfSpent } from '#upload-queue/store/grantStore.ts'
import { Phone } from '#tests/upload-queue/support/phone.ts'

const hour = 3_600_000

test('stores one grant per person and event, with a new id for each renewal', async () => {
  const { grants } = new Phone()
  const life = { obtainedAt: 0, expiresAt: 72 * hour }
  const first = await grants.save({ ownerId: 1, evenementId: 7 }, { grant: 'a', ...life })
  const second = await grants.save({ ownerId: 1, evenementId: 7 }, { grant: 'b', ...life })
  expect(second.grantId).not.toBe(first.grantId)
  expect(await grants.find(1, 7)).toMatchObject({ grant: 'b' })
  expect(await grants.find(2, 7)).toBeNull()
  expect(await grants.find(1, 8)).toBeNull()
})

test('renews below half of the lifetime, or when the clock is implausible', () => {
  const grant = { obtainedAt: 1000, expiresAt: 1000 + 72 * hour }
  expect(isHalfSpent(grant, 1000 + 35 * hour)).toBe(false)
  expect(isHalfSpent(grant, 1000 + 37 * hour)).toBe(true)
  expect(isHalfSpent(grant, 1000 + 100 * hour)).toBe(true)
  expect(isHalfSpent(grant, 0)).toBe(true)
})
