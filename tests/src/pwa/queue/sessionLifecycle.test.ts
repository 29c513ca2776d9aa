import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NetworkError } from '#src/api/apiError.ts'
import { readQueueView } from '#src/pwa/queue/queueViewStore.ts'
import { uploadQueue } from '#src/pwa/queue/uploadQueue.ts'
import { localOwner } from '#upload-queue/engine/owner.ts'
import { PersonStore } from '#upload-queue/store/personStore.ts'

const guest = 8201
const next = 8202
const sessionOf = (ownerId: number) => ({
  ownerId,
  fetchGrant: () => Promise.reject(new NetworkError()),
  isAlive: () => true,
})

beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
})
afterEach(async () => {
  vi.restoreAllMocks()
  for (const ownerId of [guest, next]) await uploadQueue.closeSession({ ownerId, keep: false })
  vi.unstubAllGlobals()
})

/** The owner of the photos that are picked now. */
async function ownerOfPick(): Promise<number | undefined> {
  const file = new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])], 'a.jpg', { type: 'image/jpeg' })
  await (
    await uploadQueue.enqueueFiles({ evenementId: 7, files: [{ file, size: file.size, allegee: false }] })
  ).copied
  for (const ownerId of [guest, next]) if ((await uploadQueue.pendingOf(ownerId)).length > 0) return ownerId
  return undefined
}

test('keeps the session of a person who signs in while an entry is given to its guest', async () => {
  const key = 'key of the entry'
  await uploadQueue.openSession({ ...sessionOf(guest), ownerId: localOwner(key) })
  const binding = uploadQueue.bindEntry({ key, session: sessionOf(guest) })
  await Promise.all([binding, uploadQueue.openSession(sessionOf(next))])
  expect(readQueueView().ownerId).toBe(next)
  expect(await ownerOfPick()).toBe(next)
})

test('shows the photos of a person who signs in while those of another are being erased', async () => {
  await uploadQueue.openSession(sessionOf(guest))
  const begun = Promise.withResolvers<void>()
  const erasing = Promise.withResolvers<void>()
  vi.spyOn(PersonStore.prototype, 'erase').mockImplementationOnce(() => {
    begun.resolve()
    return erasing.promise
  })
  const closing = uploadQueue.closeSession({ ownerId: guest, keep: false })
  await begun.promise
  await uploadQueue.openSession(sessionOf(next))
  erasing.resolve()
  await closing
  expect(readQueueView().ownerId).toBe(next)
  expect(await ownerOfPick()).toBe(next)
  await expect.poll(() => readQueueView().items.length).toBe(1)
})
