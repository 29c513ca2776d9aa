// First import: it declares the order of the style layers.
import { showScreen } from '../../screen.tsx'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { EntreeEnAttente } from '#src/features/lien/EntreeEnAttente.tsx'
import { clearQueueView, showQueue } from '#src/pwa/queueViewStore.ts'
import type { QueueItemView } from '#upload-queue/queueView.ts'
import { unEnvoi } from '#tests/support/unEnvoi.ts'
import { endFakeApi, fakeApi } from '../../fakeApi.ts'

const entry = {
  key: 'key',
  code: 'abcdefghijklmnopqrstuv',
  prenom: 'Samir',
  nom: '',
  versionRGPD: '1',
  evenement: { id: 7, titre: 'Mariage', fuseau: 'Europe/Paris' },
  acceptedAt: 0,
  utilisateurId: null,
}

afterEach(() => {
  clearQueueView()
  endFakeApi()
})

async function showRefused(...items: readonly QueueItemView[]): Promise<void> {
  fakeApi({})
  showQueue({ items })
  const sentence = 'Ce lien est révoqué.'
  await showScreen(<EntreeEnAttente state={{ kind: 'refused', entry, sentence }} onAdd={() => undefined} />)
}

test('asks for a new link without a count when the entry is refused and no photo waits', async () => {
  await showRefused()
  await expect.element(page.getByText('Ce lien est révoqué.')).toBeVisible()
  await expect.element(page.getByText(/^Demandez un nouveau lien à l'organisateur/)).toBeVisible()
})

test('counts the photo that waits when the entry is refused, and says that it will be erased', async () => {
  await showRefused(unEnvoi('queued'))
  await expect
    .element(page.getByText(/^1.photo attend sur ce téléphone, Samir\. Demandez un nouveau lien/))
    .toBeVisible()
  await page.getByRole('button', { name: 'Ne plus participer' }).click()
  await expect.element(page.getByText(/^1.photo attend sur ce téléphone et sera effacée\. Continuer.\?$/)).toBeVisible()
})

test('asks about the entry alone when the guest gives up and no chosen photo is stored', async () => {
  await showRefused(unEnvoi('lost_source'))
  await page.getByRole('button', { name: 'Ne plus participer' }).click()
  const question = page.getByText(/^Votre entrée dans «.Mariage.» sera effacée de ce téléphone\. Continuer.\?$/)
  await expect.element(question).toBeVisible()
})
