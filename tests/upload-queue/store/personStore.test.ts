import { beforeEach, describe, expect, test } from 'vitest'
import type { QueueState } from '#upload-queue/engine/states.ts'
import { Phone, someBytes } from '#tests/upload-queue/support/phone.ts'

let phone: Phone
beforeEach(() => {
  phone = new Phone()
})

async function photoIn(state: QueueState, ownerId: number, seed: number): Promise<string> {
  const { id } = await phone.accept(someBytes(10, seed), { ownerId })
  const way: QueueState[] = state === 'queued' ? [] : state === 'finalizing' ? ['sending', state] : [state]
  let from: QueueState = 'queued'
  for (const to of way) {
    await phone.store.move({ id, from, epoch: null, change: { state: to } })
    from = to
  }
  return id
}

async function grantFor(ownerId: number, evenementId = 7): Promise<void> {
  await phone.grants.save({ ownerId, evenementId }, { grant: `secret of ${ownerId}`, obtainedAt: 0, expiresAt: 10 })
}

describe('logout, photos kept', () => {
  test('deletes grants; unsent photos with their bytes wait for the same person', async () => {
    await grantFor(1)
    await grantFor(1, 8)
    await grantFor(2)
    const ids = await Promise.all(
      (['queued', 'sending', 'finalizing'] as const).map((state, seed) => photoIn(state, 1, seed)),
    )
    const paused = await photoIn('paused', 1, 20)
    const failed = await photoIn('failed', 1, 21)
    const foreign = await photoIn('queued', 2, 22)
    await phone.person.leave(1)
    for (const id of ids)
      expect(await phone.item(id)).toMatchObject({ state: 'waiting_auth', cause: { class: 'auth' } })
    expect(await phone.item(paused)).toMatchObject({ state: 'paused' })
    expect(await phone.item(failed)).toMatchObject({ state: 'failed' })
    expect(await phone.item(foreign)).toMatchObject({ state: 'queued' })
    expect(await phone.rowCount()).toBe(6)
    expect(await phone.grants.find(1, 7)).toBeNull()
    expect(await phone.grants.find(1, 8)).toBeNull()
    expect(await phone.grants.find(2, 7)).not.toBeNull()
  })

  test('deletes previews of delivered photos and keeps the others', async () => {
    const kept = await photoIn('queued', 1, 1)
    const delivered = await photoIn('done', 1, 2)
    for (const id of [kept, delivered]) {
      await phone.staging.writePreview(id, { type: 'image/jpeg', bytes: new ArrayBuffer(8) })
    }
    await phone.person.leave(1)
    expect(await phone.staging.readPreview(delivered)).toBeUndefined()
    expect(await phone.staging.readPreview(kept)).toBeDefined()
  })
})

describe('logout, photos discarded', () => {
  test('deletes every item, row, preview, grant and name of the person, and nothing of others', async () => {
    await grantFor(1)
    await grantFor(2)
    for (const [seed, state] of (['queued', 'sending', 'failed', 'paused', 'done'] as const).entries()) {
      const id = await photoIn(state, 1, seed)
      await phone.staging.writePreview(id, { type: 'image/jpeg', bytes: new ArrayBuffer(8) })
    }
    const foreign = await photoIn('queued', 2, 30)
    await phone.person.erase(1)
    expect((await phone.store.items()).map(({ id }) => id)).toEqual([foreign])
    expect(await phone.rowCount()).toBe(1)
    expect(await phone.connection.run((database) => database.count('previews'))).toBe(0)
    expect(await phone.grants.find(1, 7)).toBeNull()
    expect(await phone.grants.find(2, 7)).not.toBeNull()
    const left = await phone.connection.run(async (database) => {
      const names = [...database.objectStoreNames]
      return JSON.stringify(await Promise.all(names.map((name) => database.getAll(name))))
    })
    expect(left).not.toContain('secret of 1')
  })
})

test("leaves another person's deleted photos out of the journal", async () => {
  const theirs = await photoIn('queued', 1, 1)
  const mine = await photoIn('queued', 2, 2)
  await phone.person.erase(1)
  const ids = (await phone.person.journalOf(2)).map(({ itemId }) => itemId)
  expect(ids).toContain(mine)
  expect(ids).not.toContain(theirs)
})

test('stores no preview of a photo that was removed while the preview was made', async () => {
  const id = await photoIn('queued', 1, 1)
  await phone.person.erase(1)
  await phone.staging.writePreview(id, { type: 'image/jpeg', bytes: new ArrayBuffer(8) })
  expect(await phone.staging.readPreview(id)).toBeUndefined()
})

test('exposes only the numbers of pending photos and videos of other people', async () => {
  await photoIn('queued', 1, 1)
  await photoIn('queued', 2, 2)
  await photoIn('failed', 3, 3)
  await photoIn('done', 2, 4)
  await phone.accept(someBytes(10, 5), { ownerId: 2, type: 'video/mp4' })
  expect(await phone.person.countOfOthers(1)).toEqual({ count: 3, videos: 1 })
  expect(await phone.person.countOfOthers(0)).toEqual({ count: 4, videos: 1 })
  expect((await phone.person.itemsOf(1)).map(({ ownerId }) => ownerId)).toEqual([1])
})
