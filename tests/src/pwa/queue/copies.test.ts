import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { StorageBroken, StorageFull } from '#upload-queue/engine/queueErrors.ts'
import { cancelItems } from '#upload-queue/engine/itemCommands.ts'
import { platformHash } from '#upload-queue/hash/hashStream.ts'
import { openQueue, type Queue } from '#upload-queue/openQueue.ts'
import { describeResults } from '#src/features/envoi/enqueueSummary.ts'
import { Copies } from '#src/pwa/queue/copies.ts'
import { FilePreviews } from '#src/pwa/preview/filePreviews.ts'
import { PageGrants } from '#src/pwa/queue/pageGrants.ts'
import { PersonQueue } from '#src/pwa/queue/personQueue.ts'
import { Previews } from '#src/pwa/preview/previews.ts'
import { VolatileQueue } from '#src/pwa/queue/volatileQueue.ts'

const ownerId = 8101
const file = new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])], 'a.jpg', { type: 'image/jpeg' })
const picked = [{ file, size: file.size, allegee: false }]
let opened: Queue

beforeEach(() => {
  opened = openQueue({ origin: location.origin, onMessage: () => {} })
})
afterEach(async () => {
  vi.restoreAllMocks()
  await opened.person.erase(ownerId)
  opened.channel.close()
})

/** @param startHash runs when a file is about to be read again, because it did not fit into the storage */
function copying(queue: Queue, startHash = () => Promise.resolve(platformHash())) {
  const grants = new PageGrants(queue)
  const volatile = new VolatileQueue(queue, grants)
  const previews = new Previews({ queue, files: new FilePreviews(() => Promise.reject(new Error('no picture'))) })
  const copies = new Copies({ queue, startHash, volatile, previews, onCopied: () => {} })
  const add = async () => (await copies.add({ ownerId, evenementId: 7 }, picked)).copied
  return { volatile, add, person: new PersonQueue({ queue, grants, volatile }) }
}

test('takes photos into memory when the browser refuses both locks and storage', async () => {
  const refusal = new DOMException('Access to the Locks API is denied in this context.', 'SecurityError')
  const locks = { request: () => Promise.reject(refusal), query: () => Promise.reject(refusal) }
  const queue = { ...opened, locks }
  vi.spyOn(queue.staging, 'begin').mockRejectedValue(new StorageBroken('SecurityError'))
  vi.spyOn(queue.store, 'move').mockRejectedValue(new StorageBroken('SecurityError'))
  const { volatile, add } = copying(queue)
  const results = await add()
  expect(results.map(({ result }) => result)).toEqual(['volatile'])
  expect(describeResults(results)?.message).toBe(
    "Ce navigateur refuse d'en garder une copie. Gardez l'application ouverte jusqu'à la fin de l'envoi.",
  )
  expect(volatile.store.now()).toMatchObject([{ ownerId, state: 'volatile' }])
})

test.each([
  ['full', new StorageFull('QuotaExceededError'), /^Plus de place\. Gardez/, /plus de place/],
  ['broken', new StorageBroken('UnknownError'), /^Ce navigateur refuse/, /^$/],
] as const)('names the reason when the storage is %s while a photo is copied', async (_, error, toast, row) => {
  vi.spyOn(opened.staging, 'finish').mockRejectedValue(error)
  expect(describeResults(await copying(opened).add())?.message).toMatch(toast)
  const [stored] = await opened.person.itemsOf(ownerId)
  expect(stored?.cause?.message ?? '').toMatch(row)
})

describe('a file that does not fit into the storage, and that the person gives up while it is read', () => {
  async function resultAfter(giveUp: (page: ReturnType<typeof copying>) => Promise<unknown>) {
    vi.spyOn(opened.staging, 'finish').mockRejectedValue(new StorageFull('QuotaExceededError'))
    const page = copying(opened, async () => {
      await giveUp(page)
      return platformHash()
    })
    const results = await page.add()
    return { result: results.map(({ result }) => result), inMemory: page.volatile.store.now() }
  }

  test('is not sent when it was cancelled', async () => {
    const cancel = () => cancelItems({ store: opened.store, ownerId }, 'all')
    expect(await resultAfter(cancel)).toEqual({ result: ['cancelled'], inMemory: [] })
  })

  test('is not sent when its person signed out and discarded it', async () => {
    const discard = ({ person }: ReturnType<typeof copying>) => person.close({ ownerId, keep: false })
    expect(await resultAfter(discard)).toEqual({ result: ['cancelled'], inMemory: [] })
  })
})

test('takes photos into memory that are picked after others were discarded, although the clock was set back', async () => {
  const clock = { time: Date.now() + 86_400_000, now: () => clock.time }
  const queue = { ...opened, clock }
  vi.spyOn(queue.staging, 'begin').mockRejectedValue(new StorageBroken('UnknownError'))
  const { volatile, add, person } = copying(queue)
  await person.close({ ownerId, keep: false })
  clock.time -= 86_400_000
  expect((await add()).map(({ result }) => result)).toEqual(['volatile'])
  expect(volatile.store.now()).toMatchObject([{ ownerId, state: 'volatile' }])
})

test('lists a photo once that failed in memory when it is picked again and there is room', async () => {
  const full = vi.spyOn(opened.staging, 'finish').mockRejectedValue(new StorageFull('QuotaExceededError'))
  const { volatile, add, person } = copying(opened)
  await add()
  const [first] = volatile.store.now()
  await volatile.store.move({ id: first!.id, from: 'volatile', epoch: null, change: { state: 'queued' } })
  await volatile.store.move({ id: first!.id, from: 'queued', epoch: null, change: { state: 'failed' } })
  full.mockRestore()
  expect((await add()).map(({ result }) => result)).toEqual(['safe'])
  const states = (await person.items(ownerId)).map(({ state }) => state)
  expect(states.filter((state) => state !== 'cancelled')).toEqual(['queued'])
})

test('takes the photo of a failed one into memory when it is picked again, and no other one twice', async () => {
  vi.spyOn(opened.staging, 'begin').mockRejectedValue(new StorageBroken('UnknownError'))
  const { volatile, add } = copying(opened)
  await add()
  expect((await add()).map(({ result }) => result)).toEqual(['duplicate'])
  const [first] = volatile.store.now()
  await volatile.store.move({ id: first!.id, from: 'volatile', epoch: null, change: { state: 'queued' } })
  await volatile.store.move({ id: first!.id, from: 'queued', epoch: null, change: { state: 'failed' } })
  expect((await add()).map(({ result }) => result)).toEqual(['volatile'])
  const states = volatile.store.now().map(({ state }) => state)
  expect(states.filter((state) => state !== 'cancelled')).toEqual(['volatile'])
})
