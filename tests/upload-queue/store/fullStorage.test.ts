import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { cancelItems, pauseItems, resumeItems } from '#upload-queue/engine/itemCommands.ts'
import { Fenced, IllegalMove, ItemMoved } from '#upload-queue/engine/queueErrors.ts'
import { noEpoch } from '#upload-queue/store/leaseStore.ts'
import { fillStorage, freeStorage } from '#tests/upload-queue/support/fullStorage.ts'
import { Phone, someBytes } from '#tests/upload-queue/support/phone.ts'

let phone: Phone
beforeEach(() => {
  phone = new Phone()
})
afterEach(freeStorage)

const preview = { type: 'image/jpeg', bytes: new ArrayBuffer(8) }
const stateOf = async (id: string) => (await phone.store.item(id))?.state

describe('a storage that is full after photos were accepted', () => {
  test('keeps the states of a photo in memory, and deletes its bytes with the receipt', async () => {
    const { id } = await phone.accept(someBytes(10))
    await phone.staging.writePreview(id, preview)
    fillStorage()
    await phone.store.move({ id, from: 'queued', epoch: null, change: { state: 'sending', announced: true } })
    expect(await phone.store.live()).toMatchObject([{ id, state: 'sending', announced: true }])
    expect(await phone.person.itemsOf(1)).toMatchObject([{ id, state: 'sending' }])
    expect(await phone.rowCount()).toBe(1)
    await phone.store.move({ id, from: 'sending', epoch: null, change: { state: 'done', mediaId: 4 } })
    expect(await phone.rowCount()).toBe(0)
    expect(await phone.store.live()).toEqual([])
    expect(await phone.staging.readPreview(id)).toBeUndefined()
    // The receipt is shown until the page closes.
    expect(await phone.store.items()).toMatchObject([{ id, state: 'done', mediaId: 4 }])
    expect(await phone.person.itemsOf(1)).toMatchObject([{ id, state: 'done' }])
    expect(await phone.person.itemsOf(2)).toEqual([])
    expect(await new Phone(undefined, phone.name).store.items()).toEqual([])
    await phone.store.forget([id])
    expect(await phone.store.items()).toEqual([])
  })

  test('deletes a photo that the person cancels', async () => {
    const { id } = await phone.accept(someBytes(10))
    fillStorage()
    await phone.store.move({ id, from: 'queued', epoch: null, change: { state: 'cancelled' } })
    expect(await phone.rowCount()).toBe(0)
    expect(await new Phone(undefined, phone.name).store.items()).toEqual([])
  })

  test('refuses moves from another state, moves that are not allowed, and other drainers', async () => {
    const { id } = await phone.accept(someBytes(10))
    const epoch = await phone.lease.claim('a page', 0)
    fillStorage()
    await phone.store.move({ id, from: 'queued', epoch, change: { state: 'sending' } })
    const from = { id, epoch } as const
    await expect(phone.store.move({ ...from, from: 'queued', change: { state: 'paused' } })).rejects.toThrow(ItemMoved)
    await expect(phone.store.move({ ...from, from: 'sending', change: { state: 'staging' } })).rejects.toThrow(
      IllegalMove,
    )
    freeStorage()
    await phone.lease.claim('another page', 0)
    fillStorage()
    await expect(phone.store.move({ ...from, from: 'sending', change: { state: 'done' } })).rejects.toThrow(Fenced)
    expect(await phone.rowCount()).toBe(1)
  })

  test.each([
    ['with the next write', 'paused'],
    ['with the deletion that makes room', 'cancelled'],
  ] as const)('writes the states once there is room, %s', async (_when, state) => {
    const paused = await phone.accept(someBytes(10, 1))
    const other = await phone.accept(someBytes(10, 2))
    fillStorage()
    await phone.store.move({ id: paused.id, from: 'queued', epoch: null, change: { state: 'paused' } })
    freeStorage()
    if (state === 'cancelled') fillStorage('deletion')
    await phone.store.move({ id: other.id, from: 'queued', epoch: null, change: { state } })
    expect(await new Phone(undefined, phone.name).store.item(paused.id)).toMatchObject({ state: 'paused' })
    expect(await stateOf(paused.id)).toBe('paused')
  })

  test('drops a state in memory when another page has written or deleted the row', async () => {
    const changed = await phone.accept(someBytes(10, 1))
    const deleted = await phone.accept(someBytes(10, 2))
    fillStorage()
    for (const { id } of [changed, deleted])
      await phone.store.move({ id, from: 'queued', epoch: null, change: { state: 'sending' } })
    freeStorage()
    const other = new Phone(undefined, phone.name)
    await other.store.move({ id: changed.id, from: 'queued', epoch: null, change: { state: 'paused' } })
    await other.person.erase(2)
    await other.store.move({ id: deleted.id, from: 'queued', epoch: null, change: { state: 'cancelled' } })
    await other.store.forget([deleted.id])
    expect(await phone.store.items()).toMatchObject([{ id: changed.id, state: 'paused' }])
    expect(await stateOf(deleted.id)).toBeUndefined()
    // Nor does a later write bring the states back.
    await phone.store.move({ id: changed.id, from: 'paused', epoch: null, change: { state: 'queued' } })
    expect(await other.store.items()).toMatchObject([{ id: changed.id, state: 'queued' }])
  })

  test('makes no lighter version of a photo that the server may know', async () => {
    const { id } = await phone.accept(someBytes(2 * 1024 * 1024))
    fillStorage()
    await phone.store.move({ id, from: 'queued', epoch: null, change: { announced: true } })
    freeStorage()
    const lighter = { size: 10, sha256: 'aa', type: 'image/jpeg' }
    expect(await phone.staging.lighten(id, lighter, [new ArrayBuffer(10)])).toBe(false)
  })

  test('keeps a photo that is picked again after its deletion could not be written', async () => {
    const { id } = await phone.accept(someBytes(10))
    fillStorage()
    await phone.store.move({ id, from: 'queued', epoch: null, change: { announced: true } })
    await cancelItems({ store: phone.store, ownerId: 1 }, [id])
    freeStorage()
    const again = await phone.accept(someBytes(10))
    expect(again.state).toBe('queued')
    expect(await stateOf(id)).toBe('cancelling')
  })

  test('gives a paused photo to its guest as a paused one', async () => {
    const { id } = await phone.accept(someBytes(10), { ownerId: 'local:key' })
    fillStorage()
    await pauseItems({ store: phone.store, ownerId: 'local:key' }, [id])
    freeStorage()
    await phone.entries.bind('key', 5)
    expect(await phone.store.live()).toMatchObject([{ id, ownerId: 5, state: 'paused' }])
  })

  test('lists incomplete copies of a closed page and deletes their bytes', async () => {
    const file = phone.file()
    await phone.staging.begin([file], 'page')
    await phone.staging.writeRows(file.id, { first: 0, rows: [new ArrayBuffer(10)] })
    const complete = await phone.accept(someBytes(10))
    fillStorage()
    await phone.store.loseCopies([file.id, complete.id], null)
    expect(await stateOf(file.id)).toBe('lost_source')
    expect(await stateOf(complete.id)).toBe('queued')
    expect(await phone.rowCount()).toBe(1)
  })

  test('keeps the pause of the whole queue in memory', async () => {
    await phone.store.writePause({ nextAttemptAt: 1, waitMs: 1 })
    fillStorage()
    await phone.store.writePause({ nextAttemptAt: 5, waitMs: 3 })
    expect(await phone.store.readPause()).toEqual({ nextAttemptAt: 5, waitMs: 3 })
    await phone.store.writePause(null)
    expect(await phone.store.readPause()).toBeNull()
  })

  test('accepts moves of a drainer whose phone has never stored a lease', async () => {
    const { id } = await phone.accept(someBytes(10))
    fillStorage()
    await phone.store.move({ id, from: 'queued', epoch: noEpoch, change: { state: 'sending' } })
    expect(await stateOf(id)).toBe('sending')
  })
})

describe('what a page of a full phone notes for other pages', () => {
  let text: string | null
  const notes = { read: () => text, write: (written: string | null) => void (text = written) }
  const pageOf = ({ name }: Phone) => new Phone(undefined, name, notes)
  beforeEach(() => {
    text = null
    phone = new Phone(undefined, undefined, notes)
  })

  test('keeps a pause and a deletion until a later page can write them', async () => {
    const paused = await phone.accept(someBytes(10, 1))
    const deleted = await phone.accept(someBytes(10, 2))
    fillStorage()
    await phone.store.move({ id: deleted.id, from: 'queued', epoch: null, change: { announced: true } })
    await pauseItems({ store: phone.store, ownerId: 1 }, [paused.id])
    await cancelItems({ store: phone.store, ownerId: 1 }, [deleted.id])
    const later = pageOf(phone)
    expect(await later.store.live()).toMatchObject([
      { id: paused.id, state: 'paused' },
      { id: deleted.id, state: 'cancelling', announced: true },
    ])
    expect(await later.person.itemsOf(1)).toMatchObject([{ state: 'paused' }, { state: 'cancelling' }])
    expect(await later.store.hasAllCommands()).toBe(false)
    freeStorage()
    await pageOf(phone).store.saveUnsaved()
    const worker = new Phone(undefined, phone.name)
    expect(await worker.store.live()).toMatchObject([{ state: 'paused' }, { state: 'cancelling', announced: true }])
    expect(await worker.store.hasAllCommands()).toBe(true)
    expect(text).toBeNull()
  })

  test('keeps the last command of several', async () => {
    const { id } = await phone.accept(someBytes(10))
    fillStorage()
    await pauseItems({ store: phone.store, ownerId: 1 }, [id])
    expect((await pageOf(phone).store.item(id))?.state).toBe('paused')
    await resumeItems({ store: phone.store, ownerId: 1 }, [id])
    expect((await pageOf(phone).store.item(id))?.state).toBe('queued')
  })

  test('stops another page that sends a photo, and deletes nothing that the server may know', async () => {
    const { id } = await phone.accept(someBytes(10))
    const sending = pageOf(phone)
    fillStorage()
    await sending.store.move({ id, from: 'queued', epoch: noEpoch, change: { state: 'sending' } })
    await sending.store.move({ id, from: 'sending', epoch: noEpoch, change: { announced: true } })
    await cancelItems({ store: phone.store, ownerId: 1 }, [id])
    expect(await phone.rowCount()).toBe(1)
    expect(await sending.store.item(id)).toMatchObject({ state: 'cancelling', announced: true })
    const next = { id, from: 'sending', epoch: noEpoch, change: { confirmedOffset: 5 } } as const
    await expect(sending.store.move(next)).rejects.toThrow(ItemMoved)
    await sending.store.move({ id, from: 'cancelling', epoch: noEpoch, change: { state: 'cancelled' } })
    expect(await phone.rowCount()).toBe(0)
    expect(text).toBeNull()
  })

  test('does not count for a row that another page has written', async () => {
    const { id } = await phone.accept(someBytes(10))
    fillStorage()
    await pauseItems({ store: phone.store, ownerId: 1 }, [id])
    freeStorage()
    const worker = new Phone(undefined, phone.name)
    await worker.store.move({ id, from: 'queued', epoch: null, change: { state: 'sending' } })
    expect((await pageOf(phone).store.item(id))?.state).toBe('sending')
  })

  test('contains no name, no owner, no hash and no address', async () => {
    const { id } = await phone.accept(someBytes(10), { name: 'private.jpg', ownerId: 4711471147 })
    fillStorage()
    const uploadUrl = '/api/uploads/secret'
    await phone.store.move({ id, from: 'queued', epoch: null, change: { announced: true, uploadUrl } })
    await pauseItems({ store: phone.store, ownerId: 4711471147 }, [id])
    expect(text).toContain(id)
    const { sha256 } = await phone.item(id)
    for (const secret of ['private.jpg', '4711471147', sha256, uploadUrl]) expect(text).not.toContain(secret)
  })
})

describe('a logout with a full storage', () => {
  test('deletes everything of the person who discards the photos', async () => {
    await phone.grants.save({ ownerId: 1, evenementId: 7 }, { grant: 'secret', obtainedAt: 0, expiresAt: 10 })
    const { id } = await phone.accept(someBytes(10, 1))
    const received = await phone.accept(someBytes(10, 2))
    await phone.staging.writePreview(id, preview)
    fillStorage()
    await phone.store.move({ id: received.id, from: 'queued', epoch: null, change: { state: 'done' } })
    await phone.person.erase(1)
    expect(await phone.store.items()).toEqual([])
    expect(await phone.rowCount()).toBe(0)
    expect(await phone.grants.find(1, 7)).toBeNull()
    expect(await phone.staging.readPreview(id)).toBeUndefined()
  })

  test('deletes the grants of a person who keeps the photos, and no photo', async () => {
    await phone.grants.save({ ownerId: 1, evenementId: 7 }, { grant: 'secret', obtainedAt: 0, expiresAt: 10 })
    const { id } = await phone.accept(someBytes(10, 1))
    fillStorage()
    await phone.person.leave(1)
    expect(await phone.grants.find(1, 7)).toBeNull()
    expect(await phone.rowCount()).toBe(1)
    expect(await stateOf(id)).toBe('queued')
  })

  test('keeps what the person did before, when there is room again', async () => {
    const { id } = await phone.accept(someBytes(10, 1))
    fillStorage()
    await phone.store.move({ id, from: 'queued', epoch: null, change: { state: 'paused' } })
    freeStorage()
    await phone.person.leave(1)
    expect(await stateOf(id)).toBe('paused')
  })
})
