import { afterEach, expect, test, vi } from 'vitest'
import type { DrainEnd } from '#upload-queue/engine/drain.ts'
import { openQueue } from '#upload-queue/openQueue.ts'
import { PageDrain } from '#src/pwa/queue/pageDrain.ts'
import { PageGrants } from '#src/pwa/queue/pageGrants.ts'
import { VolatileQueue } from '#src/pwa/queue/volatileQueue.ts'

vi.mock('#src/pwa/serviceWorkerClient.ts', () => ({
  systemSends: () => Promise.resolve(true),
  registerSync: () => Promise.resolve(true),
}))

// The channels stay open: what other test files keep in the queue can start another round after a test.
afterEach(() => vi.restoreAllMocks())

function aPageDrain() {
  const queue = openQueue({ origin: location.origin, onMessage: () => {} })
  const grants = new PageGrants(queue)
  const volatile = new VolatileQueue(queue, grants)
  const idle: DrainEnd = { why: 'idle', remaining: 0, nextWakeAt: null }
  const drain = vi.spyOn(volatile, 'drain').mockResolvedValue(idle)
  const pageDrain = new PageDrain({ queue, grants, volatile, hostAnswers: () => Promise.resolve(true) })
  return { queue, volatile, drain, pageDrain }
}

test('drains new files once a second', async () => {
  const { queue, drain, pageDrain } = aPageDrain()
  const publish = vi.spyOn(queue.channel, 'publish')
  const now = vi.spyOn(Date, 'now').mockReturnValue(1_800_000_000_000)
  pageDrain.filesAdded()
  await expect.poll(() => publish).toHaveBeenCalledWith({ type: 'drain/ended' })
  now.mockReturnValue(1_800_000_000_999)
  pageDrain.filesAdded()
  now.mockReturnValue(1_800_000_001_000)
  pageDrain.filesAdded()
  await expect.poll(() => drain).toHaveBeenCalledTimes(2)
  // Another round would have begun before these answers of the database.
  for (let read = 0; read < 3; read += 1) await queue.store.live()
  expect(drain).toHaveBeenCalledTimes(2)
})

test('sends what only this page has while stored photos are being sent', async () => {
  const { queue, volatile, drain, pageDrain } = aPageDrain()
  // The stored drain does not end.
  const sending = vi.spyOn(queue.networkPreference, 'read').mockReturnValue(new Promise(() => {}))
  pageDrain.wake()
  await expect.poll(() => sending).toHaveBeenCalled()
  drain.mockClear()
  vi.spyOn(volatile, 'hasPending').mockReturnValue(true)
  pageDrain.filesAdded()
  await expect.poll(() => drain).toHaveBeenCalledOnce()
})

test('waits with an update for the chunk of a photo that only this page has', async () => {
  const { volatile, drain, pageDrain } = aPageDrain()
  const chunk = Promise.withResolvers<DrainEnd>()
  drain.mockReturnValue(chunk.promise)
  vi.spyOn(volatile, 'hasPending').mockReturnValue(true)
  const steps: string[] = []
  const prepared = pageDrain.prepareUpdate().then(() => steps.push('update'))
  await expect.poll(() => drain).toHaveBeenCalled()
  steps.push('chunk')
  chunk.resolve({ why: 'stopped', remaining: 1, nextWakeAt: null })
  await prepared
  expect(steps).toEqual(['chunk', 'update'])
})

test('sends what only this page has while it is hidden and the system sends the stored photos', async () => {
  const { volatile, drain, pageDrain } = aPageDrain()
  vi.spyOn(volatile, 'hasPending').mockReturnValue(true)
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  pageDrain.wake()
  await expect.poll(() => drain).toHaveBeenCalledOnce()
})

test('drains when the page becomes visible while it hands its items over to background sync', async () => {
  const { queue, drain, pageDrain } = aPageDrain()
  const publish = vi.spyOn(queue.channel, 'publish')
  const read = Promise.withResolvers<[]>()
  const live = vi.spyOn(queue.store, 'live').mockReturnValueOnce(read.promise)
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  pageDrain.wake()
  await expect.poll(() => live).toHaveBeenCalledOnce()
  visibility.mockReturnValue('visible')
  pageDrain.wake()
  read.resolve([])
  await expect.poll(() => drain).toHaveBeenCalled()
  expect(drain).toHaveBeenCalledOnce()
  // The round may have to wait for the lock of another drainer.
  await expect.poll(() => publish).toHaveBeenCalledWith({ type: 'drain/ended' })
})

test('sends while it is hidden once the worker has left the queue to it, until it was visible', async () => {
  const { queue, drain, pageDrain } = aPageDrain()
  const save = vi.spyOn(queue.store, 'saveUnsaved')
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  pageDrain.start()
  await expect.poll(() => save).toHaveBeenCalled()
  pageDrain.sendWhileHidden()
  await expect.poll(() => drain).toHaveBeenCalledOnce()
  const rounds = () => save.mock.calls.length
  await expect.poll(rounds).toBe(2)
  // The answer to the background sync that a round asks for.
  pageDrain.sendWhileHidden()
  for (let read = 0; read < 3; read += 1) await queue.store.live()
  expect(rounds()).toBe(2)
  for (const state of ['visible', 'hidden'] as const) {
    visibility.mockReturnValue(state)
    document.dispatchEvent(new Event('visibilitychange'))
  }
  await expect.poll(rounds).toBe(3)
  expect(drain).toHaveBeenCalledOnce()
  pageDrain.sendWhileHidden()
  await expect.poll(() => drain).toHaveBeenCalledTimes(2)
})
