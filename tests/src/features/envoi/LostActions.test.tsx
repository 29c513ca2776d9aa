// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { LostActions } from '#src/features/envoi/LostActions.tsx'
import { uploadQueue, useUploadQueue } from '#src/pwa/queue/uploadQueue.ts'
import { readQueueView } from '#src/pwa/queue/queueViewStore.ts'
import { FakeHost } from '#tests/upload-queue/support/fakeHost.ts'

beforeEach(async () => {
  const host = new FakeHost()
  host.isReachable = false
  vi.stubGlobal('fetch', host.fetch)
  const fetchGrant = () => Promise.reject(new TypeError('no network'))
  await uploadQueue.openSession({ ownerId: 9002, fetchGrant, isAlive: () => true })
})
afterEach(async () => {
  await uploadQueue.closeSession({ ownerId: 9002, keep: false })
  vi.unstubAllGlobals()
  clearScreen()
})

test('offers to choose again only when several files were not copied', async () => {
  await showScreen(<Lost onPickAgain={() => undefined} />)
  await pickUnreadable(7, ['a.jpg'])
  await expect.poll(() => readQueueView().items.map(({ state }) => state)).toEqual(['lost_source'])
  expect(page.getByRole('button').elements()).toEqual([])
  await pickUnreadable(7, ['bb.jpg'])
  await expect.element(page.getByRole('button', { name: 'Choisir à nouveau ces 2', exact: true })).toBeVisible()
})

test('opens the choice of the event whose files were not copied', async () => {
  const onPickAgain = vi.fn<(evenementId: number) => void>()
  await showScreen(<Lost onPickAgain={onPickAgain} />)
  await pickUnreadable(7, ['a.jpg', 'bb.jpg'])
  await pickUnreadable(8, ['ccc.jpg'])
  await userEvent.click(page.getByRole('button', { name: 'Choisir à nouveau ces 1, Le bal' }))
  await userEvent.click(page.getByRole('button', { name: 'Choisir à nouveau ces 2, autre événement' }))
  expect(onPickAgain.mock.calls).toEqual([[8], [7]])
})

test('removes every name after the confirmation, and none without it', async () => {
  await showScreen(<Lost onPickAgain={() => undefined} />)
  await pickUnreadable(7, ['a.jpg', 'bb.jpg'])
  await userEvent.click(page.getByRole('button', { name: 'Retirer ces 2' }))
  await expect.element(page.getByText(/^2\snoms quittent cette liste/)).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: 'Annuler' }))
  expect(readQueueView().items).toHaveLength(2)
  await userEvent.click(page.getByRole('button', { name: 'Retirer ces 2' }))
  await userEvent.click(page.getByRole('button', { name: 'Retirer', exact: true }))
  await expect.poll(() => readQueueView().items).toEqual([])
  await expect.element(page.getByRole('heading', { name: 'Envois' })).toHaveFocus()
})

function Lost({ onPickAgain }: { onPickAgain: (evenementId: number) => void }) {
  const { items } = useUploadQueue()
  return (
    <>
      <h1>Envois</h1>
      <LostActions items={items} titreOf={(id) => (id === 8 ? 'Le bal' : undefined)} onPickAgain={onPickAgain} />
    </>
  )
}

/** Files whose bytes the system refuses to read, as for a picture that is only in a cloud. */
async function pickUnreadable(evenementId: number, names: readonly string[]): Promise<void> {
  const files = names.map((name) => {
    const file = new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0]), name], name, { type: 'image/jpeg' })
    vi.spyOn(file, 'slice').mockImplementation(() => {
      const part = new Blob()
      vi.spyOn(part, 'arrayBuffer').mockRejectedValue(new DOMException('no permission', 'NotReadableError'))
      return part
    })
    return { file, size: file.size, allegee: false }
  })
  const { copied } = await uploadQueue.enqueueFiles({ evenementId, files })
  expect((await copied).map(({ result }) => result)).toEqual(names.map(() => 'lost'))
}
