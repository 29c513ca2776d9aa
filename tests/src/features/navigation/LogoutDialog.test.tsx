// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { LogoutDialog } from '#src/features/navigation/LogoutDialog.tsx'

afterEach(clearScreen)

test('does not erase the photos that the person has chosen to keep while the logout is not answered', async () => {
  const choices: boolean[] = []
  const pending = { photos: 2, decisions: 0, isGuest: false }
  await showScreen(<LogoutDialog pending={pending} onCancel={() => {}} onChoice={(keep) => void choices.push(keep)} />)
  await page.getByRole('button', { name: 'Garder sur ce téléphone' }).click()
  await expect.element(page.getByRole('button', { name: 'Supprimer et se déconnecter' })).toBeDisabled()
  await page.getByRole('button', { name: 'Traitement', exact: false }).click()
  expect(choices).toEqual([true])
})
