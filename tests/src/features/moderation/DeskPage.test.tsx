// First import: it declares the order of the style layers.
import { showScreen } from '../../screen.tsx'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { DeskPage } from '#src/features/moderation/DeskPage.tsx'
import { endFakeApi, fakeApi, refusal } from '../../fakeApi.ts'

const sentence = "Vous n'êtes pas autorisé à voir les médias de cet événement."

afterEach(endFakeApi)

test('does not announce that it is loading when the server refuses the media', async () => {
  fakeApi({ 'GET /frontend/organisateur/evenements/7/medias': () => refusal(403, 'media.liste_interdite', sentence) })
  await showScreen(<DeskPage evenementId={7} titre="Validation" utilisateurId={811} vue="photo" />)
  await expect.element(page.getByText(sentence)).toBeVisible()
  await expect.element(page.getByText('Chargement…')).not.toBeInTheDocument()
})

test('says only once on screen that no media is left', async () => {
  fakeApi({
    'GET /frontend/organisateur/evenements/7/medias': () => Response.json([]),
    'GET /frontend/organisateur/evenements/7/demandes-retrait': () => Response.json([]),
  })
  await showScreen(<DeskPage evenementId={7} titre="Validation" utilisateurId={811} vue="photo" />)
  await expect.element(page.getByRole('heading', { name: 'Rien à valider pour le moment' })).toBeVisible()
  await expect.element(page.getByText(/^0.média à voir$/)).toHaveClass('visually-hidden')
})

test('says above the removal requests that no media is left', async () => {
  fakeApi({
    'GET /frontend/organisateur/evenements/7/medias': () => Response.json([]),
    'GET /frontend/organisateur/evenements/7/demandes-retrait': () => Response.json([]),
  })
  await showScreen(<DeskPage evenementId={7} titre="Validation" utilisateurId={811} vue="demandes" />)
  await expect.element(page.getByText(/^0.média à voir$/)).not.toHaveClass('visually-hidden')
})
