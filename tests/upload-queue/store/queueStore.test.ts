import { beforeEach, describe, expect, test } from 'vitest'
import { Fenced, IllegalMove, ItemMoved } from '#upload-queue/engine/queueErrors.ts'
import { legalMoves } from '#upload-queue/engine/moves.ts'
import type { QueueState } from '#upload-queue/engine/states.ts'
import { QueueConnection, type QueueDatabase } from '#upload-queue/store/queueDatabase.ts'
import { Phone, sha256Of, someBytes } from '#tests/upload-queue/support/phone.ts'

const mib = 1024 * 1024
let phone: Phone
beforeEach(() => {
  phone = new Phone()
})

/** Puts an item into any state, allowed transition or not. */
async function forced(id: string, state: QueueState): Promise<void> {
  const stored = await phone.connection.run((database) => database.get('items', id))
  if (stored) await phone.connection.run((database) => database.put('items', { ...stored, state }))
}

describe('bytes', () => {
  test('reads any range as it was written', async () => {
    const bytes = someBytes(3 * mib + 17)
    const item = await phone.accept(bytes)
    expect(item).toMatchObject({ rowCount: 4, sha256: sha256Of(bytes) })
    const places = [
      [0, bytes.length],
      [mib, 2 * mib],
      [mib - 5, mib + 5],
      [3 * mib + 16, 3 * mib + 17],
      [17, 17],
    ] as const
    for (const [from, to] of places) {
      expect(sha256Of(await phone.store.readBytes(item, from, to))).toBe(sha256Of(bytes.subarray(from, to)))
    }
  })

  test('returns no bytes when a row is missing', async () => {
    const item = await phone.accept(someBytes(3 * mib))
    await phone.connection.run((database) => database.delete('rows', [item.id, 1]))
    expect(await phone.store.readBytes(item, 0, 3 * mib)).toHaveLength(0)
  })

  test('returns too few bytes when a row is shorter than it must be, never those of another place', async () => {
    const item = await phone.accept(someBytes(3 * mib))
    await phone.connection.run((database) => database.put('rows', new ArrayBuffer(10), [item.id, 0]))
    expect(await phone.store.readBytes(item, 0, mib + 10)).toHaveLength(20)
  })

  test('deletes bytes only on a move to an end, and those of an incomplete copy with lost_source', async () => {
    const moves = Object.entries(legalMoves).flatMap(([from, list]) =>
      list.map((to) => [from as QueueState, to] as const),
    )
    expect(moves.length).toBeGreaterThan(60)
    for (const [at, [from, to]] of moves.entries()) {
      const { id } = await phone.accept(someBytes(10, at))
      await forced(id, from)
      const before = await phone.rowCount()
      await phone.store.move({ id, from, epoch: null, change: { state: to } })
      const isGone = (await phone.rowCount()) < before
      const isExpected = to === 'done' || to === 'cancelled' || to === 'lost_source'
      expect(`${from} -> ${to}: ${isGone}`).toBe(`${from} -> ${to}: ${isExpected}`)
      await forced(id, 'cancelled')
      await phone.store.forget([id])
    }
  })
})

describe('lost copies', () => {
  test('moves all or none for a concurrent reader, and keeps a copy that completed', async () => {
    const ids: string[] = []
    for (let n = 0; n < 20; n += 1) ids.push((await phone.accept(someBytes(10, n))).id)
    const [kept = '', ...lost] = ids
    for (const id of lost) await forced(id, 'staging')
    const countLost = async () => (await phone.store.items()).filter(({ state }) => state === 'lost_source').length
    const losing = phone.store.loseCopies(ids, null)
    const seen = new Set<number>()
    for (let n = 0; n < 2 * lost.length; n += 1) seen.add(await countLost())
    await losing
    seen.add(await countLost())
    expect([...seen].filter((count) => count !== 0)).toEqual([lost.length])
    expect(await phone.item(kept)).toMatchObject({ state: 'queued' })
  })

  test('refuses the move by a drainer with another epoch', async () => {
    const { id } = await phone.accept(someBytes(10))
    await forced(id, 'staging')
    const old = await phone.lease.claim('a page', 0)
    await phone.lease.claim('another page', 0)
    await expect(phone.store.loseCopies([id], old)).rejects.toThrow(Fenced)
    expect(await phone.item(id)).toMatchObject({ state: 'staging' })
  })
})

describe('move', () => {
  test('refuses an older epoch and changes nothing', async () => {
    const { id } = await phone.accept(someBytes(10))
    const old = await phone.lease.claim('a page', 0)
    const now = await phone.lease.claim('another page', 0)
    const move = { id, from: 'queued', change: { state: 'done' } } as const
    await expect(phone.store.move({ ...move, epoch: old })).rejects.toThrow(Fenced)
    expect(await phone.item(id)).toMatchObject({ state: 'queued' })
    expect(await phone.rowCount()).toBe(1)
    await phone.store.move({ ...move, epoch: now })
    expect(await phone.item(id)).toMatchObject({ state: 'done', epoch: now })
  })

  test('refuses when the user changed the state in the meantime', async () => {
    const { id } = await phone.accept(someBytes(10))
    await phone.store.move({ id, from: 'queued', epoch: null, change: { state: 'paused' } })
    const late = phone.store.move({ id, from: 'queued', epoch: null, change: { state: 'sending' } })
    await expect(late).rejects.toThrow(ItemMoved)
    await expect(phone.store.move({ id: 'nobody', from: 'queued', epoch: null, change: {} })).rejects.toThrow(ItemMoved)
  })

  test('refuses a transition outside the table and keeps the bytes', async () => {
    const { id } = await phone.accept(someBytes(10))
    await forced(id, 'paused')
    const illegal = phone.store.move({ id, from: 'paused', epoch: null, change: { state: 'sending' } })
    await expect(illegal).rejects.toThrow(IllegalMove)
    expect(await phone.item(id)).toMatchObject({ state: 'paused' })
  })

  test('is idempotent when repeated after a lost connection', async () => {
    phone = new Phone(new RepeatingConnection(phone.name), phone.name)
    const { id } = await phone.accept(someBytes(10))
    await phone.store.move({ id, from: 'queued', epoch: null, change: { state: 'sending', attempts: 1 } })
    expect(await phone.item(id)).toMatchObject({ state: 'sending', attempts: 1 })
  })

  test('notifies listeners after the commit', async () => {
    const { id } = await phone.accept(someBytes(10))
    phone.changed.length = 0
    await phone.store.move({ id, from: 'queued', epoch: null, change: { state: 'paused' } })
    expect(phone.changed).toEqual([id])
  })
})

describe('list', () => {
  test('returns active items without receipts, oldest first', async () => {
    const first = await phone.accept(someBytes(10, 1))
    const second = await phone.accept(someBytes(10, 2))
    const third = await phone.accept(someBytes(10, 3))
    await phone.store.move({ id: second.id, from: 'queued', epoch: null, change: { state: 'done', mediaId: 4 } })
    expect((await phone.store.live()).map(({ id }) => id)).toEqual([first.id, third.id])
    expect(await phone.store.items()).toHaveLength(3)
  })

  test('returns the items of some ids, without those that do not exist', async () => {
    const first = await phone.accept(someBytes(10, 1))
    await phone.accept(someBytes(10, 2))
    const third = await phone.accept(someBytes(10, 3))
    const found = await phone.store.itemsWith([third.id, crypto.randomUUID(), first.id])
    expect([...found.keys()]).toEqual([third.id, first.id])
    expect(found.get(first.id)).toEqual(await phone.store.item(first.id))
  })

  test('deletes receipts, and never a photo that still has its bytes', async () => {
    const { id } = await phone.accept(someBytes(10))
    await expect(phone.store.forget([id])).rejects.toThrow(IllegalMove)
    await phone.store.move({ id, from: 'queued', epoch: null, change: { state: 'done' } })
    await phone.staging.writePreview(id, { type: 'image/jpeg', bytes: new ArrayBuffer(8) })
    await phone.store.forget([id])
    expect(await phone.store.items()).toEqual([])
    expect(await phone.staging.readPreview(id)).toBeUndefined()
  })

  test('keeps the pause of the whole queue after the page is closed', async () => {
    await phone.store.writePause({ nextAttemptAt: 5, waitMs: 3 })
    const reopened = new Phone(undefined, phone.name)
    expect(await reopened.store.readPause()).toEqual({ nextAttemptAt: 5, waitMs: 3 })
    await reopened.store.writePause(null)
    expect(await phone.store.readPause()).toBeNull()
  })
})

/** A connection that is lost after each commit, so that every operation runs twice. */
class RepeatingConnection extends QueueConnection {
  override async run<T>(operation: (database: QueueDatabase) => Promise<T>): Promise<T> {
    await super.run(operation)
    return super.run(operation)
  }
}
