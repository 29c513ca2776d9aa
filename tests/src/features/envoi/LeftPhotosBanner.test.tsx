// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import LeftPhotosBanner from '#src/features/envoi/LeftPhotosBanner.tsx'
import { keepLeftPerson, leftPeople } from '#src/features/envoi/leftNames.ts'
import { uploadQueue } from '#src/pwa/queue/uploadQueue.ts'
import { localOwner, type OwnerId } from '#upload-queue/engine/owner.ts'

const marie = 7301
const paul = 7302
const lea = 7303
const samir = localOwner('key of Samir')
const owners = [marie, paul, lea, samir]
/** How many photos of each owner are on this device. */
const pending = () => Promise.all(owners.map(async (ownerId) => (await uploadQueue.pendingOf(ownerId)).length))
/** What this device remembers: other test files clear the real storage. */
let stored: Map<string, string>
const button = (name: string | RegExp) => page.getByRole('button', { name })

const photo = (name: string) =>
  new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0, name.length])], name, { type: 'image/jpeg' })
const video = (name: string) =>
  new File([new TextEncoder().encode(`\0\0\0\x14ftypisom\0\0\0\0isom${name}`)], name, { type: 'video/mp4' })

async function choosePhoto(ownerId: OwnerId, name: string): Promise<void> {
  await choose(ownerId, photo(name))
}

async function choose(ownerId: OwnerId, ...chosen: File[]): Promise<void> {
  const fetchGrant = () => Promise.reject(new TypeError('no network'))
  await uploadQueue.openSession({ ownerId, fetchGrant, isAlive: () => true })
  const files = chosen.map((file) => ({ file, size: file.size, allegee: false }))
  await (
    await uploadQueue.enqueueFiles({ evenementId: 7, files })
  ).copied
  await uploadQueue.suspendSession(ownerId)
}

// Also between two tests: this page sends the photos of other test files too.
vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))

beforeEach(async () => {
  stored = new Map([['eclats.prenoms', JSON.stringify({ [marie]: 'Marie', [paul]: 'Paul' })]])
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation((key) => stored.get(key) ?? null)
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation((key, value) => void stored.set(key, value))
  await choosePhoto(marie, 'old.jpg')
})
afterEach(async () => {
  clearScreen()
  await uploadQueue.suspendSession(null)
  for (const ownerId of owners) await uploadQueue.closeSession({ ownerId, keep: false })
  vi.restoreAllMocks()
})

test('shows and deletes the photos of the guest who left, and not those of an entry that is open', async () => {
  keepLeftPerson(marie, 'expired')
  await choosePhoto(samir, 'newer.jpg')
  await uploadQueue.openSession({ ownerId: samir, fetchGrant: () => Promise.reject(new Error()), isAlive: () => true })
  await showScreen(<LeftPhotosBanner left={1} isEntryOpen />)
  await button('Voir').click()
  await expect.element(page.getByText('old.jpg', { exact: true })).toBeVisible()
  await expect.element(page.getByText('newer.jpg', { exact: true })).not.toBeInTheDocument()
  await button(/^Supprimer 1.photo$/).click()
  await button('Supprimer').last().click()
  await expect.poll(pending).toEqual([0, 0, 0, 1])
})

test('shows the photos of every guest who left, and deletes those of one of them', async () => {
  keepLeftPerson(marie, 'expired')
  keepLeftPerson(paul, 'ended')
  await choosePhoto(paul, 'recent.jpg')
  await showScreen(<LeftPhotosBanner left={2} isEntryOpen />)
  await expect.element(page.getByText(/^2.photos de 2 personnes attendent sur ce téléphone\.$/)).toBeVisible()
  await button('Voir').click()
  await expect.element(page.getByRole('heading', { name: 'Photos de Marie 1' })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Photos de Paul 1' })).toBeVisible()
  await expect.element(page.getByText('old.jpg', { exact: true })).toBeVisible()
  await expect.element(page.getByText('recent.jpg', { exact: true })).toBeVisible()
  await button(/^Supprimer 1.photo de Paul$/).click()
  await button('Supprimer').last().click()
  await expect.poll(pending).toEqual([1, 0, 0, 0])
  await expect.element(page.getByText('recent.jpg', { exact: true })).not.toBeInTheDocument()
  await expect.element(page.getByText('old.jpg', { exact: true })).toBeVisible()
})

test('saves the photo of a guest who left', async () => {
  keepLeftPerson(marie, 'expired')
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  await showScreen(<LeftPhotosBanner left={1} isEntryOpen />)
  await button('Voir').click()
  await userEvent.click(button('Enregistrer'))
  await expect.poll(() => saved.mock.contexts.map((link) => (link as HTMLAnchorElement).download)).toEqual(['old.jpg'])
})

test('asks for the login of an account whose photos wait beside those of a guest', async () => {
  keepLeftPerson(marie, 'expired')
  await choosePhoto(lea, 'account.jpg')
  stored.set('eclats.prenoms', JSON.stringify({ [marie]: 'Marie', [lea]: 'Léa' }))
  await showScreen(<LeftPhotosBanner left={2} isEntryOpen />)
  await expect.element(page.getByText(/^1.photo de Marie attend.: entrez de nouveau/)).toBeVisible()
  await expect.element(page.getByText(/^1.photo de Léa attend.: reconnectez-vous\.$/)).toBeVisible()
})

test('names the videos of the account that wait', async () => {
  keepLeftPerson(marie, 'expired')
  await choose(paul, photo('account.jpg'), video('first.mp4'), video('second.mp4'))
  await showScreen(<LeftPhotosBanner left={4} isEntryOpen />)
  await expect.element(page.getByText(/^1.photo et 2.vidéos de Paul attendent.: reconnectez-vous\.$/)).toBeVisible()
})

test('says that the photos of an erased account will not be sent', async () => {
  keepLeftPerson(marie, 'erased')
  await showScreen(<LeftPhotosBanner left={1} isEntryOpen />)
  await expect.element(page.getByText(/^Le compte de Marie est supprimé.: 1.photo ne partira pas\.$/)).toBeVisible()
  await button('Voir').click()
  await expect.element(page.getByText(/^Ce compte est supprimé.: ces photos ne partiront pas\./)).toBeVisible()
})

test('remembers each guest who left once, the last one first', () => {
  keepLeftPerson(marie, 'expired')
  keepLeftPerson(paul, 'expired')
  keepLeftPerson(marie, 'ended')
  expect(leftPeople()).toEqual([
    { id: marie, end: 'participation' },
    { id: paul, end: null },
  ])
})
