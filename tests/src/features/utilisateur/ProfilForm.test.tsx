// First import: it declares the order of the style layers.
import { showScreen } from '../../screen.tsx'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ProfilForm } from '#src/features/utilisateur/ProfilForm.tsx'
import { unProfil as profil } from '#tests/support/unProfil.ts'
import { endFakeApi, fakeApi } from '../../fakeApi.ts'

afterEach(endFakeApi)

test('says that a new password cancels the address that waits for its confirmation', async () => {
  fakeApi({ 'PUT /auth/me': () => Response.json({ ...profil, emailEnAttente: null }) })
  const said: string[] = []
  await showScreen(<ProfilForm profil={profil} say={({ sentence }) => said.push(sentence)} onClose={() => undefined} />)
  await page.getByLabelText('Nouveau mot de passe', { exact: true }).fill('Changement2026!')
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  const sentence =
    "Profil mis à jour. Vos autres appareils sont déconnectés. Le changement d'adresse en attente est annulé."
  await expect.poll(() => said).toEqual([sentence])
})
