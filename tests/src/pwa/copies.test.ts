import { expect, test, vi } from 'vitest'
import { StorageBroken } from '#upload-queue/engine/ports.ts'
import { platformHash } from '#upload-queue/hash/hashStream.ts'
import { openQueue } from '#upload-queue/openQueue.ts'
import { Copies } from '#src/pwa/copies.ts'
import { FilePreviews } from '#src/pwa/filePreviews.ts'
import { PageGrants } from '#src/pwa/pageGrants.ts'
import { Previews } from '#src/pwa/previews.ts'
import { VolatileQueue } from '#src/pwa/volatileQueue.ts'

test('takes photos into memory when the browser refuses both locks and storage', async () => {
  const opened = openQueue({ origin: location.origin, onMessage: () => {} })
  const refusal = new DOMException('Access to the Locks API is denied in this context.', 'SecurityError')
  const locks = { request: () => Promise.reject(refusal), query: () => Promise.reject(refusal) }
  const queue = { ...opened, locks }
  vi.spyOn(queue.staging, 'begin').mockRejectedValue(new StorageBroken('SecurityError'))
  vi.spyOn(queue.store, 'move').mockRejectedValue(new StorageBroken('SecurityError'))
  const volatile = new VolatileQueue(queue, new PageGrants(queue))
  const previews = new Previews({ queue, files: new FilePreviews(() => Promise.reject(new Error('no picture'))) })
  const startHash = () => Promise.resolve(platformHash())
  const copies = new Copies({ queue, startHash, volatile, previews, onCopied: () => {} })
  const file = new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])], 'a.jpg', { type: 'image/jpeg' })
  const { copied } = await copies.add({ ownerId: 8101, evenementId: 7 }, [{ file, size: file.size, allegee: false }])
  expect((await copied).map(({ result }) => result)).toEqual(['volatile'])
  expect(volatile.store.now()).toMatchObject([{ ownerId: 8101, state: 'volatile' }])
  queue.channel.close()
  vi.restoreAllMocks()
})
