// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import LeftPhotos from '#src/features/envoi/LeftPhotos.tsx'
import { uploadQueue } from '#src/pwa/uploadQueue.ts'
import { localOwner } from '#upload-queue/engine/owner.ts'

const marie = 7301
const samir = localOwner('key of Samir')
const pendingOf = { marie: () => uploadQueue.pendingCount(marie), samir: () => uploadQueue.pendingCount(samir) }
/** What this device remembers: other test files clear the real storage. */
const stored: Readonly<Record<string, string>> = {
  'eclats.inviteParti': JSON.stringify({ id: marie, isEnded: false }),
  'eclats.prenoms': JSON.stringify({ [marie]: 'Marie' }),
}
const button = (name: string | RegExp) => page.getByRole('button', { name })

async function choosePhoto(name: string): Promise<void> {
  const file = new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0, name.length])], name, { type: 'image/jpeg' })
  const files = [{ file, size: file.size, allegee: false }]
  await (
    await uploadQueue.enqueueFiles({ evenementId: 7, files })
  ).copied
}

/** The session of the guest Marie has ended with a photo left; the entry of Samir waits with another one. */
beforeEach(async () => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('no network'))
  const fetchGrant = () => Promise.reject(new TypeError('no network'))
  await uploadQueue.openSession({ ownerId: marie, fetchGrant, isAlive: () => true })
  await choosePhoto('old.jpg')
  await uploadQueue.suspendSession(marie)
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation((key) => stored[key] ?? null)
  await uploadQueue.openSession({ ownerId: samir, fetchGrant, isAlive: () => true })
  await choosePhoto('newer.jpg')
})
afterEach(async () => {
  clearScreen()
  await uploadQueue.suspendSession(null)
  await uploadQueue.closeSession({ ownerId: samir, keep: false })
  await uploadQueue.closeSession({ ownerId: marie, keep: false })
  vi.restoreAllMocks()
})

test('gives no name and no way to delete while the queue of another entry is open', async () => {
  await showScreen(<LeftPhotos left={1} />)
  await expect.element(page.getByText(/^1.autre photo attend sur ce téléphone\.$/)).toBeVisible()
  await expect.element(button('Voir')).not.toBeInTheDocument()
  expect([await pendingOf.marie(), await pendingOf.samir()]).toEqual([1, 1])
})

test('shows and deletes the photos of the guest who left, once the other entry is given up', async () => {
  await showScreen(<LeftPhotos left={1} />)
  await uploadQueue.closeSession({ ownerId: samir, keep: false })
  await button('Voir').click()
  await expect.element(page.getByText('old.jpg', { exact: true })).toBeVisible()
  await button(/^Supprimer 1.photo$/).click()
  await button('Supprimer').last().click()
  await expect.poll(pendingOf.marie).toBe(0)
})
