// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { CopyList } from '#src/features/envoi/CopyList.tsx'
import { copyLotOf } from '#src/features/envoi/copyLot.ts'
import { uploadQueue, useUploadQueue } from '#src/pwa/queue/uploadQueue.ts'
import { readQueueView } from '#src/pwa/queue/queueViewStore.ts'
import { FakeHost } from '#tests/upload-queue/support/fakeHost.ts'

beforeEach(async () => {
  const host = new FakeHost()
  host.isReachable = false
  vi.stubGlobal('fetch', host.fetch)
  const fetchGrant = () => Promise.reject(new TypeError('no network'))
  await uploadQueue.openSession({ ownerId: 9001, fetchGrant, isAlive: () => true })
})
afterEach(async () => {
  await uploadQueue.closeSession({ ownerId: 9001, keep: false })
  vi.unstubAllGlobals()
  clearScreen()
})

test('cancels one file of a choice that is being copied, and deletes all of it', async () => {
  await showScreen(<Copies />)
  const files = ['a.jpg', 'bb.jpg', 'ccc.jpg'].map(photo)
  const isReadable = Promise.withResolvers<void>()
  for (const file of files) {
    const slice = file.slice.bind(file)
    vi.spyOn(file, 'slice').mockImplementation((...range) => {
      const part = slice(...range)
      const read = part.arrayBuffer.bind(part)
      vi.spyOn(part, 'arrayBuffer').mockImplementation(() => isReadable.promise.then(read))
      return part
    })
  }
  const { copied } = await uploadQueue.enqueueFiles({
    evenementId: 7,
    files: files.map((file) => ({ file, size: file.size, allegee: false })),
  })
  await userEvent.click(page.getByText('Pas encore copiées (3)'))
  const ids = readQueueView().items.map(({ id }) => id)
  await userEvent.click(page.getByRole('button', { name: 'Retirer bb.jpg' }))
  await expect.element(page.getByText('Pas encore copiées (2)')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Retirer bb.jpg' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Retirer ccc.jpg' })).toHaveFocus()
  isReadable.resolve()
  expect((await copied).map(({ result }) => result)).toEqual(['safe', 'cancelled', 'safe'])
  await expect.poll(() => readQueueView().items.map(({ name }) => name)).toEqual(['a.jpg', 'ccc.jpg'])
  await expect.element(page.getByText(/Pas encore copiées/)).not.toBeInTheDocument()
  expect(await rowCount(ids)).toBe(2)
})

function Copies() {
  const lot = copyLotOf(useUploadQueue().items)
  return lot && <CopyList lot={lot} />
}

/** Bytes with the header of a JPEG, different for each name. */
function photo(name: string): File {
  return new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0]), name.repeat(500)], name, { type: 'image/jpeg' })
}

function rowCount(ids: readonly string[]): Promise<number> {
  return new Promise((resolve) => {
    const opening = indexedDB.open('eclats-envois')
    opening.addEventListener('success', () => {
      const listing = opening.result.transaction('rows').objectStore('rows').getAllKeys()
      listing.addEventListener('success', () => {
        opening.result.close()
        // Other test files use the same database.
        resolve(listing.result.filter((key) => Array.isArray(key) && ids.some((id) => id === key[0])).length)
      })
    })
  })
}
