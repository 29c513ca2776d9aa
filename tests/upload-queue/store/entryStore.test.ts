import { beforeEach, describe, expect, test, vi } from 'vitest'
import { localOwner } from '#upload-queue/engine/owner.ts'
import type { QueueItem } from '#upload-queue/engine/queueItem.ts'
import type { GuestEntry } from '#upload-queue/store/queueDatabase.ts'
import { Phone, sha256Of, someBytes } from '#tests/upload-queue/support/phone.ts'

const key = '3f8f0f0e-6f9b-4b7f-9d55-0a3d2b8a4c11'
const marie = 900
let phone: Phone
beforeEach(() => {
  phone = new Phone()
})

const entry: GuestEntry = {
  key,
  code: 'Zx9wZx9wZx9wZx9wZx9wZx',
  evenement: { id: 7, titre: 'Mariage', fuseau: 'Europe/Paris' },
  prenom: 'Marie',
  nom: '',
  versionRGPD: '1.0',
  acceptedAt: 0,
  utilisateurId: null,
}
const chosen = (seed: number) => phone.accept(someBytes(10, seed), { ownerId: localOwner(key) })
const ownersOf = async (...items: QueueItem[]) =>
  Promise.all(items.map(async ({ id }) => (await phone.item(id)).ownerId))

test('keeps an entry until it is forgotten', async () => {
  await phone.entries.save(entry)
  await phone.entries.save({ ...entry, prenom: 'Marie-Lou' })
  expect(await phone.entries.all()).toEqual([{ ...entry, prenom: 'Marie-Lou' }])
  await phone.entries.forget(key)
  expect(await phone.entries.all()).toEqual([])
})

describe('bind', () => {
  test('gives all photos of the entry to the person, and none of others', async () => {
    const [first, second] = [await chosen(1), await chosen(2)]
    const foreign = await phone.accept(someBytes(10, 3), { ownerId: 2 })
    const other = await phone.accept(someBytes(10, 4), { ownerId: localOwner('another') })
    await phone.entries.bind(key, marie)
    expect(await ownersOf(first, second, foreign, other)).toEqual([marie, marie, 2, 'local:another'])
    expect(phone.changed).toEqual(expect.arrayContaining([first.id, second.id]))
    expect(await phone.rowCount()).toBe(4)
  })

  test('changes nothing when it is repeated', async () => {
    const photo = await chosen(1)
    await phone.entries.bind(key, marie)
    await phone.entries.bind(key, marie)
    expect(await phone.item(photo.id)).toMatchObject({ ownerId: marie, state: 'queued' })
  })

  test('keeps one copy of a photo that the person has queued already', async () => {
    const own = await phone.accept(someBytes(10, 1), { ownerId: marie })
    const twice = await chosen(1)
    await phone.entries.bind(key, marie)
    expect([(await phone.item(own.id)).state, (await phone.item(twice.id)).state]).toEqual(['queued', 'cancelled'])
    expect(await phone.rowCount()).toBe(1)
  })

  test('replaces a failed copy of the same photo', async () => {
    const failed = await phone.accept(someBytes(10, 1), { ownerId: marie })
    await phone.store.move({ id: failed.id, from: 'queued', epoch: null, change: { state: 'failed' } })
    const photo = await chosen(1)
    await phone.entries.bind(key, marie)
    expect([(await phone.item(failed.id)).state, (await phone.item(photo.id)).state]).toEqual(['cancelled', 'queued'])
  })

  test('refuses a second copy of a photo after it was bound', async () => {
    await chosen(1)
    await phone.entries.bind(key, marie)
    expect(await phone.stage(phone.file({ ownerId: marie }), someBytes(10, 1))).toBe('duplicate')
  })

  test('binds a photo that is still being copied', async () => {
    const file = phone.file({ ownerId: localOwner(key), size: 10 })
    await phone.staging.begin([file], 'page')
    await phone.entries.bind(key, marie)
    expect(await phone.copy(file, new Blob([someBytes(10)]))).toBe('queued')
    expect(await phone.item(file.id)).toMatchObject({ ownerId: marie, sha256: sha256Of(someBytes(10)) })
    expect(await phone.stage(phone.file({ ownerId: marie }), someBytes(10))).toBe('duplicate')
  })

  test('changes no owner when the transaction is cut', async () => {
    const photos = [await chosen(1), await chosen(2)]
    await phone.entries.save(entry)
    const put = vi.spyOn(IDBObjectStore.prototype, 'put')
    // The first photo is written, the second one is not.
    put.mockImplementationOnce(function (this: IDBObjectStore, value: unknown) {
      put.mockImplementationOnce(() => {
        throw new RangeError('cut')
      })
      return this.add({ ...(value as object), id: 'written before the cut', liveKey: undefined })
    })
    await expect(phone.entries.bind(key, marie)).rejects.toThrow('cut')
    put.mockRestore()
    expect(await phone.store.item('written before the cut')).toBeUndefined()
    expect(await ownersOf(...photos)).toEqual([localOwner(key), localOwner(key)])
    await phone.entries.bind(key, marie)
    expect(await ownersOf(...photos)).toEqual([marie, marie])
  })
})
