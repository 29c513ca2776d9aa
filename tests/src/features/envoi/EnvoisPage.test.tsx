// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { EnvoisPage } from '#src/features/envoi/EnvoisPage.tsx'
import { clearQueueView, showQueue } from '#src/pwa/queue/queueViewStore.ts'
import { unEnvoi } from '#tests/support/unEnvoi.ts'

const envois = {
  titreOf: (id: number) => (id === 1 ? 'Bal' : undefined),
  isEvenementGone: () => false,
  fuseauOf: () => undefined,
  others: null,
  shownOthers: [],
  offer: null,
}

afterEach(() => {
  clearScreen()
  clearQueueView()
})

test('moves the focus to the heading of the receipts when all are shown', async () => {
  const items = Array.from({ length: 7 }, (_, at) => unEnvoi('done', { id: String(at), deliveredAt: at }))
  showQueue({ ready: true, ownerId: 3, items })
  await showScreen(<EnvoisPage {...envois} />)
  await page.getByRole('button', { name: /^Voir 2/ }).click()
  await expect.element(page.getByRole('heading', { name: /^Reçues/ })).toHaveFocus()
})

test('names the videos of other accounts that wait, besides those shown', async () => {
  showQueue({ ready: true, ownerId: 3, othersCount: 4, othersVideos: 2 })
  await showScreen(<EnvoisPage {...envois} shownOthers={[{ type: 'video/mp4' }]} />)
  await expect
    .element(page.getByText(/^2\sphotos et 1\svidéo d'un autre compte attendent aussi sur ce téléphone\.$/))
    .toBeVisible()
})

test('offers to retry and to pause only while there is something to send', async () => {
  showQueue({ ready: true, ownerId: 3, persisted: false, items: [unEnvoi('lost_source', { id: 'lost' })] })
  await showScreen(<EnvoisPage {...envois} />)
  await expect.element(page.getByRole('button', { name: 'Choisir à nouveau' })).toBeVisible()
  const state = page.getByRole('region', { name: 'État de vos envois' })
  await expect.element(state.getByText(/à choisir à nouveau/)).toBeVisible()
  expect(state.getByRole('button').elements()).toEqual([])
  expect(state.getByText(/à envoyer|peut vider sa mémoire/).elements()).toEqual([])
  showQueue({ items: [unEnvoi('lost_source', { id: 'lost' }), unEnvoi('waiting_net', { id: 'waiting' })] })
  await expect.element(state.getByRole('button', { name: 'Tout réessayer' })).toBeVisible()
  await expect.element(state.getByRole('button', { name: 'Pause' })).toBeVisible()
  await expect.element(state.getByText(/peut vider sa mémoire/)).toBeVisible()
})

test('says that the event of a photo is gone when no list has it any longer', async () => {
  const items = [unEnvoi('blocked'), unEnvoi('failed', { name: 'IMG_2.jpg', evenementId: 2 })]
  showQueue({ ready: true, ownerId: 3, items })
  await showScreen(<EnvoisPage {...envois} isEvenementGone={(id) => id === 2} />)
  await expect.element(page.getByText('1 ko, Bal')).toBeVisible()
  await expect.element(page.getByText('IMG_2.jpg, 1 ko, événement supprimé ou quitté')).toBeVisible()
})
