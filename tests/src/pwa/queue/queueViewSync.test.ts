import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearQueueView, queueViewStore, readQueueView } from '#src/pwa/queue/queueViewStore.ts'
import type { QueueSession } from '#src/pwa/queue/queueSession.ts'
import { systemSends } from '#src/pwa/serviceWorkerClient.ts'
import { QueueViewSync } from '#src/pwa/queue/queueViewSync.ts'
import type { VolatileQueue } from '#src/pwa/queue/volatileQueue.ts'
import { stagingItem } from '#upload-queue/engine/queueItem.ts'
import type { Queue } from '#upload-queue/openQueue.ts'

vi.mock('#src/pwa/serviceWorkerClient.ts', { spy: true })

const sessionOf = (ownerId: number): QueueSession => ({
  ownerId,
  fetchGrant: () => Promise.reject(new Error('no grant')),
  isAlive: () => true,
})
const itemOf = (id: string) =>
  stagingItem({
    id,
    ownerId: 7,
    evenementId: 1,
    name: `${id}.jpg`,
    type: 'image/jpeg',
    takenAt: null,
    size: 1,
    addedAt: 0,
  })
const queued = (id: string) => ({ ...itemOf(id), state: 'queued' as const })
const itemsOf = (ids: readonly string[]) => new Map(ids.map((id) => [id, itemOf(id)]))

/** The photos of these tests have a grant until this moment. */
let grantEndsAt = Number.POSITIVE_INFINITY
const device = {
  clock: { now: () => Date.now() },
  grants: { find: async () => ({ expiresAt: grantEndsAt }) },
}

function syncOf(queue: Queue): QueueViewSync {
  const volatile = { store: { item: async () => undefined } } as unknown as VolatileQueue
  const sync = new QueueViewSync(queue, volatile)
  sync.person = sessionOf(7)
  return sync
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  clearQueueView()
})

test('shows a change that comes while another one is read', async () => {
  const reading = Promise.withResolvers<void>()
  const queue = {
    ...device,
    store: {
      itemsWith: async (ids: readonly string[]) => {
        if (ids.includes('a')) await reading.promise
        return itemsOf(ids)
      },
    },
  } as unknown as Queue
  const sync = syncOf(queue)
  const first = sync.update(['a'])
  await vi.advanceTimersByTimeAsync(0)
  const second = sync.update(['b'])
  reading.resolve()
  await Promise.all([first, second])
  expect(readQueueView().items.map(({ id }) => id)).toEqual(['a', 'b'])
})

test('shows a change at once, and the changes that follow it together 200 ms later', async () => {
  const sync = syncOf({
    ...device,
    store: { itemsWith: async (ids: readonly string[]) => itemsOf(ids) },
  } as unknown as Queue)
  let shown = 0
  const { unsubscribe } = queueViewStore.subscribe(() => (shown += 1))
  await sync.update(['a'])
  expect(shown).toBe(1)
  const rest = Promise.all(['b', 'c', 'd'].map((id) => sync.update([id])))
  await vi.advanceTimersByTimeAsync(199)
  expect(shown).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  await rest
  unsubscribe()
  expect(shown).toBe(2)
  expect(readQueueView().items.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd'])
})

test('says that only a page can send when the grant of a photo has ended', async () => {
  vi.mocked(systemSends).mockResolvedValue(true)
  grantEndsAt = Date.now() - 1
  const queue = {
    ...device,
    store: { itemsWith: async (ids: readonly string[]) => new Map(ids.map((id) => [id, queued(id)])) },
    networkPreference: { read: async () => ({ isKnown: false, isMobile: false, isWifiOnly: false }) },
  } as unknown as Queue
  const sync = syncOf(queue)
  await sync.update(['a'])
  await sync.refreshDevice()
  expect(readQueueView().sending).toBe('page')
  grantEndsAt = Date.now() + 1000
  await sync.refreshDevice()
  expect(readQueueView().sending).toBe('system')
  await vi.advanceTimersByTimeAsync(1001)
  await sync.update(['a'])
  expect(readQueueView().sending).toBe('page')
})

test('keeps showing the items of the device while it cannot be read', async () => {
  let isReadable = true
  const reading = <T>(value: T) => (isReadable ? Promise.resolve(value) : Promise.reject(new Error('unreadable')))
  const queue = {
    ...device,
    store: { itemsWith: (ids: readonly string[]) => reading(itemsOf(ids)) },
    person: {
      itemsOf: () => reading([itemOf('a'), itemOf('b')]),
      countOfOthers: () => reading({ count: 0, videos: 0 }),
    },
  } as unknown as Queue
  const volatile = { store: { item: async () => undefined, now: () => [] } } as unknown as VolatileQueue
  const sync = new QueueViewSync(queue, volatile)
  sync.person = sessionOf(7)
  await sync.refresh()
  isReadable = false
  await sync.refresh()
  const updating = sync.update(['a'])
  await vi.advanceTimersByTimeAsync(200)
  await updating
  expect(readQueueView().items.map(({ id }) => id)).toEqual(['a', 'b'])
})

test('does not show the items of one person as those of the next, who opens the queue during a read', async () => {
  const reading = Promise.withResolvers<void>()
  const queue = {
    ...device,
    store: {
      itemsWith: async (ids: readonly string[]) => {
        if (ids.includes('b')) await reading.promise
        return itemsOf(ids)
      },
    },
    person: { countOfOthers: async () => ({ count: 0, videos: 0 }) },
  } as unknown as Queue
  const sync = syncOf(queue)
  await sync.update(['a'])
  const second = sync.update(['b'])
  await vi.advanceTimersByTimeAsync(200)
  sync.person = sessionOf(8)
  reading.resolve()
  await second
  expect(readQueueView()).toMatchObject({ ownerId: 8, items: [] })
})
