// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { EnvoisPage } from '#src/features/envoi/EnvoisPage.tsx'
import { clearQueueView, showQueue } from '#src/pwa/queueViewStore.ts'
import { unEnvoi } from '#tests/support/unEnvoi.ts'

afterEach(() => {
  clearScreen()
  clearQueueView()
})

test('moves the focus to the heading of the receipts when all are shown', async () => {
  const items = Array.from({ length: 7 }, (_, at) => unEnvoi('done', { id: String(at), deliveredAt: at }))
  showQueue({ ready: true, ownerId: 3, items })
  await showScreen(
    <EnvoisPage titreOf={() => 'Bal'} fuseauOf={() => undefined} others={null} shownOthers={0} offer={null} />,
  )
  await page.getByRole('button', { name: /^Voir 2/ }).click()
  await expect.element(page.getByRole('heading', { name: /^Reçues/ })).toHaveFocus()
})

test('offers to retry and to pause only while there is something to send', async () => {
  showQueue({ ready: true, ownerId: 3, persisted: false, items: [unEnvoi('lost_source', { id: 'lost' })] })
  await showScreen(
    <EnvoisPage titreOf={() => 'Bal'} fuseauOf={() => undefined} others={null} shownOthers={0} offer={null} />,
  )
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
