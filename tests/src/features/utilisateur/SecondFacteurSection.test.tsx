// First import: it declares the order of the style layers.
import { showScreen } from '../../screen.tsx'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { SecondFacteurSection } from '#src/features/utilisateur/SecondFacteurSection.tsx'
import { endFakeApi, fakeApi } from '../../fakeApi.ts'

afterEach(endFakeApi)

test('offers new recovery codes when the answer with the first ones was lost', async () => {
  let depuis: string | null = null
  fakeApi({
    'GET /auth/second-facteur': () => Response.json({ depuis, codesRestants: depuis === null ? 0 : 10 }),
    'POST /auth/second-facteur': () => Response.json({ secret: 'JBSWY3DPEHPK3PXP', adresse: 'otpauth://totp/Eclats' }),
    'POST /auth/second-facteur/activation': () => {
      depuis = '2026-06-20T12:00:00.000Z'
      return Promise.reject(new TypeError('the answer is lost'))
    },
  })
  await showScreen(<SecondFacteurSection isOffered />)
  await page.getByRole('button', { name: 'Activer' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabelText("Code à 6 chiffres affiché par l'application").fill('123456')
  await sheet.getByRole('button', { name: 'Activer' }).click()
  await expect.element(sheet.getByText('Le serveur ne répond pas. Vérifiez votre connexion.')).toBeVisible()
  await sheet.getByRole('button', { name: 'Fermer' }).click()
  await expect.element(page.getByRole('button', { name: 'Nouveaux codes de secours' })).toBeVisible()
})
