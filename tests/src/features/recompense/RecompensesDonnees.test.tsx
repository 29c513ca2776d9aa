// First import: it declares the order of the style layers.
import { showScreen } from '../../screen.tsx'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { RecompensesDonnees } from '#src/features/recompense/RecompensesDonnees.tsx'
import { endFakeApi, fakeApi } from '../../fakeApi.ts'

afterEach(endFakeApi)

test('names a guest without a surname by the first name alone', async () => {
  const recompense = {
    id: 1,
    evenement_id: 7,
    titre: 'Merci',
    message: 'Vos photos sont belles.',
    dateCreation: '2025-06-20T19:08:00.000Z',
    evenement: { id: 7, titre: 'Mariage' },
    utilisateur: { id: 9, prenom: 'Marie', nom: '' },
    organisateur: { id: 1, prenom: 'Claire', nom: 'Delmas' },
  }
  fakeApi({ 'GET /recompenses': () => Response.json([recompense]) })
  await showScreen(<RecompensesDonnees isAdministrateur />)
  await expect.element(page.getByText(/^À Marie, Mariage, par Claire Delmas, /)).toBeVisible()
})
