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
