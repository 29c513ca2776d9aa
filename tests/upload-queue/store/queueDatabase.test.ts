import { openDB } from 'idb'
import { describe, expect, test } from 'vitest'
import { StorageBroken } from '#upload-queue/engine/queueErrors.ts'
import { Phone, someBytes } from '#tests/upload-queue/support/phone.ts'

describe('a page frozen in the back/forward cache', () => {
  test('aborts an open write so that it blocks no later page, and repeats it when it resumes', async () => {
    const phone = new Phone()
    const later = new Phone(undefined, phone.name)
    const { id } = await phone.accept(someBytes(10))
    const { transactions } = phone.connection
    const tries = { begun: 0 }
    const endless = phone.connection.run(async (database) => {
      tries.begun += 1
      const transaction = database.transaction(['items', 'journal'], 'readwrite')
      while (tries.begun === 1) await transaction.objectStore('items').get(id)
      return transaction.objectStore('items').count()
    })
    await expect.poll(() => tries.begun).toBe(1)
    transactions.freeze()
    await later.store.move({ id, from: 'queued', epoch: null, change: { state: 'paused' } })
    expect([tries.begun, (await later.item(id))?.state]).toEqual([1, 'paused'])
    transactions.thaw()
    expect([await endless, tries.begun]).toEqual([1, 2])
  })

  test('starts no transaction, even in the middle of an operation', async () => {
    const phone = new Phone()
    const { id } = await phone.accept(someBytes(10))
    const { transactions } = phone.connection
    let hasEnded = false
    const reading = phone.connection.run(async (database) => {
      if (!hasEnded) transactions.freeze()
      return database.get('items', id)
    })
    void reading.then(() => (hasEnded = true))
    // Storing a whole photo on another phone takes longer than this read.
    await new Phone().accept(someBytes(10))
    expect(hasEnded).toBe(false)
    hasEnded = true
    transactions.thaw()
    expect(await reading).toMatchObject({ id, state: 'queued' })
  })
})

describe('a newer version of the app', () => {
  test('keeps the photos of the first schema, and locks out the version that would send wrong rows', async () => {
    const name = `phone-${crypto.randomUUID()}`
    const first = await openDB(name, 1, {
      upgrade(database) {
        const items = database.createObjectStore('items', { keyPath: 'id' })
        items.createIndex('live', 'liveKey', { unique: true })
        items.createIndex('owner', 'ownerId')
        for (const store of ['rows', 'previews', 'grants', 'lease', 'hold']) database.createObjectStore(store)
        database.createObjectStore('journal', { autoIncrement: true })
      },
    })
    await first.put('items', { id: 'a', ownerId: 1, state: 'queued', size: 10, liveKey: '1:7:hash' })
    await first.put('rows', someBytes(10).buffer, ['a', 0])
    first.close()
    const phone = new Phone(undefined, name)
    const item = await phone.item('a')
    expect(await phone.store.readBytes(item, 0, 10)).toEqual(someBytes(10))
    await expect(openDB(name, 1)).rejects.toThrow(/version/i)
  })

  test('upgrades the schema while an older page is open, which then refuses to write', async () => {
    const phone = new Phone()
    const { id } = await phone.accept(someBytes(10))
    const newer = await openDB(phone.name, 9, {
      upgrade: (database) => void database.createObjectStore('something_new'),
    })
    const write = phone.store.move({ id, from: 'queued', epoch: null, change: { state: 'cancelled' } })
    await expect(write).rejects.toThrow(StorageBroken)
    expect(await newer.get('items', id)).toMatchObject({ state: 'queued' })
    expect(await newer.count('rows')).toBe(1)
    newer.close()
  })
})
