// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { signIn, signOut } from '#src/api/session.ts'
import { SendActions } from '#src/features/envoi/SendActions.tsx'
import { queueRuntime } from '#src/pwa/queue/queueRuntime.ts'
import { uploadQueue, useUploadQueue } from '#src/pwa/queue/uploadQueue.ts'
import { readQueueView } from '#src/pwa/queue/queueViewStore.ts'
import { QueueConnection } from '#upload-queue/store/queueDatabase.ts'
import { rowsOf } from '#upload-queue/store/rowRange.ts'
import { toasts } from '#src/ui/toast/toastQueue.ts'
import { ToastRegion } from '#src/ui/toast/ToastRegion.tsx'
import { unToken } from '../../token.ts'
import { unEnvoi } from '#tests/support/unEnvoi.ts'
import { FakeHost } from '#tests/upload-queue/support/fakeHost.ts'

let host: FakeHost

beforeEach(async () => {
  host = new FakeHost()
  vi.stubGlobal('fetch', host.fetch)
  const expire = new Date(Date.now() + 3_600_000).toISOString()
  const fetchGrant = async () => ({ grant: 'secret', expire })
  await uploadQueue.openSession({ ownerId: 9003, fetchGrant, isAlive: () => true })
})
afterEach(async () => {
  await uploadQueue.closeSession({ ownerId: 9003, keep: false })
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  clearScreen()
  toasts.clear()
  signOut('logout')
})

async function blockedPhoto(): Promise<string> {
  host.isDeleted = true
  const [copy] = await add(['a.jpg'])
  await expect.poll(() => readQueueView().items.map(({ state }) => state)).toEqual(['blocked'])
  return copy?.itemId ?? ''
}

test('says so when a photo cannot be saved because its bytes are missing', async () => {
  const id = await blockedPhoto()
  const share = vi.spyOn(HTMLAnchorElement.prototype, 'click')
  await new QueueConnection().run((database) => database.delete('rows', rowsOf(id)))
  await showScreen(
    <>
      <Sent />
      <ToastRegion />
    </>,
  )
  await userEvent.click(page.getByRole('button', { name: 'Enregistrer' }))
  const message = page.getByRole('region', { name: 'Message' })
  await expect.element(message.getByText('Cette photo ne peut pas être lue sur ce téléphone.')).toBeVisible()
  expect(share).not.toHaveBeenCalled()
  share.mockRestore()
})

test('removes a photo from the device when its event was deleted, after the confirmation', async () => {
  await blockedPhoto()
  await uploadQueue.cancel('all')
  await showScreen(<Sent />)
  await userEvent.click(page.getByRole('button', { name: 'Retirer de ce téléphone' }))
  await userEvent.click(page.getByRole('button', { name: 'Annuler' }))
  expect(readQueueView().items).toHaveLength(1)
  await userEvent.click(page.getByRole('button', { name: 'Retirer de ce téléphone' }))
  await userEvent.click(page.getByRole('button', { name: 'Retirer', exact: true }))
  await expect.poll(() => readQueueView().items).toEqual([])
  await expect.element(page.getByRole('heading', { name: 'Envois' })).toHaveFocus()
})

test('moves the focus to the menu of the next photo when one is deleted by its menu', async () => {
  host.isReachable = false
  signIn({ token: unToken({ role: 'PARTICIPANT' }), nom: 'Lambert', prenom: 'Zoé' }, false)
  await add(['a.jpg', 'b.jpg'])
  await showScreen(<Sent />)
  const menu = (name: string) => page.getByRole('button', { name: `Actions pour ${name}` })
  await userEvent.click(menu('a.jpg'))
  await userEvent.click(page.getByRole('button', { name: 'Supprimer' }))
  await userEvent.click(page.getByRole('alertdialog').getByRole('button', { name: 'Annuler' }))
  await expect.element(menu('a.jpg')).toHaveFocus()
  await userEvent.click(menu('a.jpg'))
  await userEvent.click(page.getByRole('button', { name: 'Supprimer' }))
  await userEvent.click(page.getByRole('alertdialog').getByRole('button', { name: 'Supprimer' }))
  await expect.element(menu('a.jpg')).not.toBeInTheDocument()
  await expect.element(menu('b.jpg')).toHaveFocus()
})

test('sends a rejected photo again once its rejected media is deleted, and not before', async () => {
  signIn({ token: unToken({ role: 'PARTICIPANT' }), nom: 'Lambert', prenom: 'Zoé' }, false)
  let isDeletable = false
  const deleted: string[] = []
  vi.stubGlobal('fetch', async (address: RequestInfo | URL, init?: RequestInit) => {
    const { url, method } = new Request(address, init)
    if (method === 'DELETE') {
      const { pathname, search } = new URL(url)
      deleted.push(`${pathname}${search}`)
      const refused = { message: 'Refusé', code: 'media.suppression_refusee' }
      return isDeletable ? Response.json({ message: 'ok' }) : Response.json(refused, { status: 403 })
    }
    if (isDeletable) return host.fetch(address, init)
    const refusal = { message: "L'organisateur a déjà rejeté cette photo : « Floue ».", code: 'media.deja_rejete' }
    return Response.json(refusal, { status: 409, headers: { 'Tus-Resumable': '1.0.0', 'X-Media-Id': '12' } })
  })
  await add(['a.jpg'])
  await expect.poll(states).toEqual(['failed'])
  await showScreen(
    <>
      <Sent />
      <ToastRegion />
    </>,
  )
  const again = page.getByRole('button', { name: 'La renvoyer quand même' })
  await again.click()
  await expect.element(page.getByRole('region', { name: 'Message' }).getByText('Refusé')).toBeVisible()
  expect(states()).toEqual(['failed'])
  isDeletable = true
  await again.click()
  await expect.poll(states).toEqual(['done'])
  const deletion = '/api/frontend/participant/medias/12?statut=REJETE'
  expect(deleted).toEqual([deletion, deletion])
})

test.each([
  ['failed', 'Réessayer', 'retry'],
  ['done', 'Masquer ce reçu, la photo reste', 'forgetReceipts'],
  ['lost_source', 'Retirer', 'cancel'],
] as const)('says so when the storage refuses a command about a photo that is %s', async (state, name, command) => {
  vi.spyOn(queueRuntime, command).mockRejectedValue(new Error('storage broken'))
  await showScreen(
    <>
      <SendActions item={unEnvoi(state)} onPickAgain={undefined} />
      <ToastRegion />
    </>,
  )
  await page.getByRole('button', { name, exact: true }).click()
  const message = page.getByRole('region', { name: 'Message' })
  await expect.element(message.getByText("L'action n'a pas abouti sur ce téléphone. Réessayez.")).toBeVisible()
})

test('says nothing when only the row of a photo in memory could not be written', async () => {
  const retry = vi.spyOn(queueRuntime, 'retry').mockRejectedValue(new Error('storage broken'))
  await showScreen(<SendActions item={unEnvoi('failed', { isInMemory: true })} onPickAgain={undefined} />)
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await expect.poll(() => retry.mock.settledResults[0]?.type).toBe('rejected')
  expect(toasts.shown.get()).toBeNull()
})

const states = () => readQueueView().items.map(({ state }) => state)

async function add(names: readonly string[]) {
  const files = names.map((name) => {
    const file = new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0]), name], name, { type: 'image/jpeg' })
    return { file, size: file.size, allegee: false }
  })
  const { copied } = await uploadQueue.enqueueFiles({ evenementId: 7, files })
  return copied
}

function Sent() {
  const { items } = useUploadQueue()
  return (
    <>
      <h1>Envois</h1>
      {items.map((item) => (
        <SendActions key={item.id} item={item} onPickAgain={undefined} />
      ))}
    </>
  )
}

test('offers to choose a photo again whose bytes are gone, and to retry or save any other that failed', async () => {
  const picked: number[] = []
  const cause = { status: null, code: null, message: null, at: 0 } as const
  const gone = unEnvoi('failed', { evenementId: 7, cause: { ...cause, class: 'storage' } })
  const refused = unEnvoi('failed', { cause: { ...cause, class: 'refused', status: 415 } })
  await showScreen(
    <>
      <SendActions item={gone} onPickAgain={(id) => picked.push(id)} />
      <SendActions item={refused} onPickAgain={(id) => picked.push(id)} />
    </>,
  )
  await page.getByRole('button', { name: 'Choisir à nouveau' }).click()
  expect(picked).toEqual([7])
  expect(page.getByRole('button', { name: 'Réessayer' }).elements()).toHaveLength(1)
  expect(page.getByRole('button', { name: 'Enregistrer' }).elements()).toHaveLength(1)
})

test.each([
  ['failed', 'Supprimer', "Cette vidéo n'est pas encore reçue. Elle sera effacée de cette application."],
  ['cancelling', 'Retirer de ce téléphone', /^Cette vidéo sera effacée de cette application\./],
] as const)('calls a video a video before it deletes one that is %s', async (state, name, question) => {
  const refusal = { class: 'blocked', status: 403, code: null, message: null, at: 0 } as const
  const item = unEnvoi(state, { type: 'video/mp4', ...(state === 'cancelling' && { cause: refusal }) })
  await showScreen(<SendActions item={item} onPickAgain={undefined} />)
  await page.getByRole('button', { name }).click()
  await expect.element(page.getByText(question)).toBeVisible()
})
