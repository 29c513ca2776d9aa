import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { QueueItem } from '#upload-queue/engine/queueItem.ts'
import { Phone, someBytes } from '#tests/upload-queue/support/phone.ts'

const [marie, lea] = [900, 12]
let phone: Phone
beforeEach(() => {
  phone = new Phone()
})

const chosen = (seed: number, ownerId: number = marie) => phone.accept(someBytes(10, seed), { ownerId })
const ownersOf = async (...items: QueueItem[]) =>
  Promise.all(items.map(async ({ id }) => (await phone.item(id)).ownerId))
const grantFor = (ownerId: number) =>
  phone.grants.save({ ownerId, evenementId: 7 }, { grant: `eg_${ownerId}`, obtainedAt: 0, expiresAt: 1 })

test('names the other people of the server who have items on the device', async () => {
  await chosen(1)
  await chosen(2, lea)
  await chosen(3, 40)
  await phone.accept(someBytes(10, 4), { ownerId: 'local:key' })
  expect((await phone.person.othersThan(lea)).toSorted((a, b) => a - b)).toEqual([40, marie])
})

describe('gives the items of a guest to an account', () => {
  test('also those that are delivered, wait for a login or are being sent, and none of others', async () => {
    const [waiting, sending, foreign] = [await chosen(1), await chosen(2), await chosen(3, 40)]
    await phone.person.leave(marie)
    await phone.store.move({ id: sending.id, from: 'waiting_auth', epoch: null, change: { state: 'sending' } })
    await phone.person.bind(marie, lea)
    expect(await ownersOf(waiting, sending, foreign)).toEqual([lea, lea, 40])
    expect((await phone.item(waiting.id)).state).toBe('waiting_auth')
    expect(await phone.rowCount()).toBe(3)
    // A sender that read the item before writes into the same row.
    await phone.store.move({ id: sending.id, from: 'sending', epoch: null, change: { state: 'finalizing' } })
    expect(await ownersOf(sending)).toEqual([lea])
  })

  test('deletes the grants of the guest only', async () => {
    await chosen(1)
    for (const ownerId of [marie, lea, 40]) await grantFor(ownerId)
    await phone.person.bind(marie, lea)
    const left = [marie, lea, 40].map(async (ownerId) => (await phone.grants.find(ownerId, 7))?.grant ?? null)
    expect(await Promise.all(left)).toEqual([null, `eg_${lea}`, 'eg_40'])
  })

  test('keeps one copy of a photo that both have queued', async () => {
    const [own, twice] = [await chosen(1, lea), await chosen(1)]
    await phone.person.bind(marie, lea)
    expect([(await phone.item(own.id)).state, (await phone.item(twice.id)).state]).toEqual(['queued', 'cancelled'])
    expect(await phone.rowCount()).toBe(1)
  })

  test.each([
    { guests: 'cancelling', accounts: 'failed', after: ['cancelling', 'failed'] },
    { guests: 'cancelling', accounts: 'queued', after: ['cancelling', 'queued'] },
    { guests: 'blocked_storage', accounts: 'failed', after: ['cancelled', 'failed'] },
    { guests: 'failed', accounts: 'blocked_storage', after: ['failed', 'cancelled'] },
    { guests: 'queued', accounts: 'failed', after: ['queued', 'cancelled'] },
  ] as const)(
    "leaves $after of one photo that is the guest's, $guests, and the account's, $accounts",
    async ({ guests, accounts, after }) => {
      const [own, twice] = [await chosen(1, lea), await chosen(1)]
      const become = async ({ id }: QueueItem, state: QueueItem['state']) => {
        if (state !== 'queued') await phone.store.move({ id, from: 'queued', epoch: null, change: { state } })
      }
      await become(own, accounts)
      await become(twice, guests)
      await phone.person.bind(marie, lea)
      expect([(await phone.item(twice.id)).state, (await phone.item(own.id)).state]).toEqual(after)
      expect(await phone.rowCount()).toBe(after.filter((state) => state !== 'cancelled').length)
    },
  )

  test('leaves all items with the guest when it is cut at any write, and moves them at the next try', async () => {
    const photos = [await chosen(1), await chosen(2), await chosen(3)]
    for (let at = 0; at < photos.length; at += 1) {
      const put = vi.spyOn(IDBObjectStore.prototype, 'put')
      // Writes before the cut are real; `add` under another key shows whether they were rolled back.
      for (let n = 0; n < at; n += 1)
        put.mockImplementationOnce(function (this: IDBObjectStore, value: unknown) {
          return this.add({ ...(value as object), id: `written ${n}`, liveKey: undefined })
        })
      put.mockImplementationOnce(() => {
        throw new RangeError('cut')
      })
      await expect(phone.person.bind(marie, lea)).rejects.toThrow('cut')
      put.mockRestore()
      expect(await ownersOf(...photos)).toEqual([marie, marie, marie])
      expect(await phone.store.item('written 0')).toBeUndefined()
    }
    await phone.person.bind(marie, lea)
    await phone.person.bind(marie, lea)
    expect(await ownersOf(...photos)).toEqual([lea, lea, lea])
  })
})
