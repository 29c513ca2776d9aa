import { openDB } from 'idb'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Fenced, StorageBroken } from '#upload-queue/engine/queueErrors.ts'
import { platformHash } from '#upload-queue/hash/hashStream.ts'
import { withDrainLock } from '#upload-queue/lock/drainLock.ts'
import { openQueue, type Queue } from '#upload-queue/openQueue.ts'
import { stageFile } from '#upload-queue/staging/stageFile.ts'
import { sha256Of } from '#tests/upload-queue/support/fakeHost.ts'

const mib = 1024 * 1024
let queue: Queue
let serial = 0
beforeEach(() => {
  queue = openQueue({ origin: location.origin, onMessage: () => {} })
})
afterEach(async () => {
  await queue.person.erase(1)
})

async function stage(bytes: Uint8Array<ArrayBuffer>) {
  const id = `${(serial += 1)}-in-chromium`
  const named = { id, ownerId: 1, evenementId: 7, name: 'a.jpg', type: 'image/jpeg', takenAt: null, addedAt: serial }
  await queue.staging.begin([{ ...named, size: bytes.length }], 'page')
  const deps = { store: queue.staging, startHash: async () => platformHash() }
  const copy = { id, type: 'image/jpeg', takenAt: null, bytes: new File([bytes], 'a.jpg'), sourceSha256: null }
  const result = await stageFile(deps, copy)
  return { id, result }
}
const someBytes = (length: number) => new Uint8Array(length).map((_, at) => (at * 31 + Math.floor(at / mib) * 17) % 251)

describe('in a real IndexedDB', () => {
  test('reads a file of several rows byte for byte, whole and in part', async () => {
    const bytes = someBytes(5 * mib + 77)
    const { id, result } = await stage(bytes)
    expect(result).toBe('queued')
    const item = (await queue.store.item(id))!
    expect(item.sha256).toBe(await sha256Of(bytes))
    expect(await sha256Of(await queue.store.readBytes(item, 0, item.size))).toBe(item.sha256)
    const part = await queue.store.readBytes(item, mib - 3, 3 * mib + 5)
    expect(await sha256Of(part)).toBe(await sha256Of(bytes.slice(mib - 3, 3 * mib + 5)))
  })

  test('accepts one of two equal photos, also concurrently', async () => {
    const results = await Promise.all([stage(someBytes(100)), stage(someBytes(100))])
    expect(results.map(({ result }) => result).toSorted()).toEqual(['duplicate', 'queued'])
  })

  test('deletes the rows in the transaction that writes the delivery', async () => {
    const { id } = await stage(someBytes(2 * mib))
    const item = (await queue.store.item(id))!
    await queue.store.move({ id, from: 'queued', epoch: null, change: { state: 'done', mediaId: 1 } })
    expect(await queue.store.readBytes(item, 0, item.size)).toHaveLength(0)
  })

  test('refuses writes of an older page after a schema upgrade, and keeps every photo', async () => {
    const { id } = await stage(someBytes(100))
    const newer = await openDB('eclats-envois', 9)
    const write = queue.store.move({ id, from: 'queued', epoch: null, change: { state: 'cancelled' } })
    await expect(write).rejects.toThrow(StorageBroken)
    expect(await newer.get('items', id)).toMatchObject({ state: 'queued' })
    newer.close()
    await new Promise((resolve, reject) => {
      const deletion = indexedDB.deleteDatabase('eclats-envois')
      deletion.addEventListener('success', resolve)
      deletion.addEventListener('error', reject)
    })
  })
})

test('replaces a holder without heartbeat with real Web Locks and refuses its later writes', async () => {
  const { id } = await stage(someBytes(100))
  const clock = { time: 1000, now: () => clock.time }
  const { lease, silence } = queue
  const deps = { locks: navigator.locks, lease, silence, clock, holder: 'tab', every: () => () => {} }
  let wake: () => void = () => {}
  const asleep = new Promise<void>((resolve) => (wake = resolve))
  let isHolding: () => void = () => {}
  const held = new Promise<void>((resolve) => (isHolding = resolve))
  const late: Promise<unknown>[] = []
  const frozen = withDrainLock(deps, { waitMs: 0, canSteal: true }, async ({ epoch }) => {
    isHolding()
    await asleep
    const write = queue.store.move({ id, from: 'queued', epoch, change: { state: 'sending' } })
    late.push(write.catch((error: unknown) => error))
  })
  await held
  expect(await withDrainLock(deps, { waitMs: 0, canSteal: true }, async () => 'mine')).toBe('busy')
  clock.time += 31_000
  expect(await withDrainLock(deps, { waitMs: 0, canSteal: true }, async () => 'mine')).toBe('mine')
  expect(await frozen).toBe('busy')
  wake()
  await expect.poll(() => late.length).toBe(1)
  expect(await late[0]).toBeInstanceOf(Fenced)
  expect(await queue.store.item(id)).toMatchObject({ state: 'queued' })
})
