// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { phrases } from '#domain/texte/phrases.ts'
import { EntreeEnAttente } from '#src/features/lien/EntreeEnAttente.tsx'
import { queueRuntime } from '#src/pwa/queue/queueRuntime.ts'
import { readQueueView } from '#src/pwa/queue/queueViewStore.ts'
import { uploadQueue } from '#src/pwa/queue/uploadQueue.ts'
import { toasts } from '#src/ui/toast/toastQueue.ts'
import { localOwner } from '#upload-queue/engine/owner.ts'

const entry = {
  key: 'key of EntreeEnAttente',
  code: 'abcdefghijklmnopqrstuv',
  prenom: 'Samir',
  nom: '',
  versionRGPD: '1',
  evenement: { id: 7, titre: 'Mariage', fuseau: 'Europe/Paris' },
  acceptedAt: 0,
  utilisateurId: null,
}
const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 12])
const text = new Uint8Array([0x41, 0x42])

beforeEach(async () => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('no network'))
  await uploadQueue.openEntry(entry)
})
afterEach(async () => {
  clearScreen()
  vi.restoreAllMocks()
  await uploadQueue.closeSession({ ownerId: localOwner(entry.key), keep: false })
})

async function choose(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const file = new File([bytes], 'a.jpg', { type: 'image/jpeg' })
  const { copied } = await uploadQueue.enqueueFiles({
    evenementId: 7,
    files: [{ file, size: file.size, allegee: false }],
  })
  await copied
}
async function showRefused(): Promise<void> {
  const sentence = 'Ce lien est révoqué.'
  await showScreen(<EntreeEnAttente state={{ kind: 'refused', entry, sentence }} onAdd={() => undefined} />)
}
const giveUp = () => page.getByRole('button', { name: 'Ne plus participer' }).click()
const erased = /^1.photo attend sur ce téléphone et sera effacée\. Continuer.\?$/

test('asks for a new link without a count when the entry is refused and no photo waits', async () => {
  await showRefused()
  await expect.element(page.getByText('Ce lien est révoqué.')).toBeVisible()
  await expect.element(page.getByText(/^Demandez un nouveau lien à l'organisateur/)).toBeVisible()
})

test('counts the photo that waits when the entry is refused, and says that it will be erased', async () => {
  await choose(jpeg)
  await showRefused()
  await expect
    .element(page.getByText(/^1.photo attend sur ce téléphone, Samir\. Demandez un nouveau lien/))
    .toBeVisible()
  await giveUp()
  await expect.element(page.getByText(erased)).toBeVisible()
})

test('asks about the entry alone when the guest gives up and no chosen photo is stored', async () => {
  await choose(text)
  await expect.poll(() => readQueueView().items.map(({ state }) => state)).toEqual(['lost_source'])
  await showRefused()
  await giveUp()
  const question = page.getByText(/^Votre entrée dans «.Mariage.» sera effacée de ce téléphone\. Continuer.\?$/)
  await expect.element(question).toBeVisible()
})

test('asks before it erases stored photos that the page does not show', async () => {
  await choose(jpeg)
  await uploadQueue.suspendSession(localOwner(entry.key))
  await showRefused()
  await expect.element(page.getByText(/^Demandez un nouveau lien/)).toBeVisible()
  await giveUp()
  await expect.element(page.getByText(erased)).toBeVisible()
  expect(await uploadQueue.pendingOf(localOwner(entry.key))).toHaveLength(1)
})

test('asks when the stored photos cannot be counted', async () => {
  await showRefused()
  vi.spyOn(IDBIndex.prototype, 'getAll').mockImplementation(() => {
    throw new DOMException('broken', 'UnknownError')
  })
  await giveUp()
  const question = page.getByText(/^Votre entrée dans «.Mariage.» et vos photos seront effacées de ce téléphone\./)
  await expect.element(question).toBeVisible()
})

test('says that something failed when an entry without photos cannot be erased', async () => {
  await showRefused()
  vi.spyOn(queueRuntime, 'dropEntry').mockRejectedValue(new DOMException('broken', 'UnknownError'))
  await giveUp()
  await expect.poll(() => toasts.shown.get()).toMatchObject({ title: phrases.erreurSurvenue })
})

test.each([
  [null, 'Choisissez vos photos, vous entrez dès que le réseau revient', 'Hors ligne, nouvel essai tout seul'],
  ['Un autre est connecté : patientez.', 'Choisissez vos photos', 'Un autre est connecté\u202F: patientez.'],
])('says what the entry waits for when the reason is %s', async (sentence, heading, reason) => {
  const state = { kind: 'waiting', entry, isNew: false, sentence } as const
  await showScreen(<EntreeEnAttente state={state} onAdd={() => undefined} />)
  await expect.element(page.getByRole('heading', { name: heading, exact: true })).toBeVisible()
  await expect.element(page.getByText(reason, { exact: true })).toBeVisible()
})

test('says in the singular that one photo is safe', async () => {
  await choose(jpeg)
  await showScreen(
    <EntreeEnAttente state={{ kind: 'waiting', entry, isNew: false, sentence: null }} onAdd={() => undefined} />,
  )
  await expect
    .element(page.getByRole('heading'))
    .toHaveTextContent('Votre photo est en sécurité, vous entrez dès que le réseau revient')
})
