// First import: it declares the order of the style layers.
import { showScreen } from '../../screen.tsx'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { InformationsSection } from '#src/features/utilisateur/InformationsSection.tsx'
import { unProfil as profil } from '#tests/support/unProfil.ts'
import { endFakeApi, fakeApi, refusal } from '../../fakeApi.ts'

const drop = 'DELETE /auth/me/adresse'
const dropButton = page.getByRole('button', { name: 'Annuler ce changement' })

afterEach(endFakeApi)

test('drops the address that waits for a confirmation, once, and moves the focus to "Modifier"', async () => {
  const calls = fakeApi({
    'GET /auth/me': () => Response.json(profil),
    [drop]: () => Response.json({ ...profil, emailEnAttente: null }),
  })
  await showScreen(<InformationsSection />)
  await userEvent.dblClick(dropButton)
  await expect.element(page.getByText("Le changement d'adresse est annulé.")).toBeVisible()
  await expect.element(page.getByText(/nouvelle@exemple\.fr/)).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Modifier' })).toHaveFocus()
  expect(calls.filter((one) => one === drop)).toHaveLength(1)
})

test('keeps the address that waits, with the reason, when it cannot be dropped', async () => {
  fakeApi({ 'GET /auth/me': () => Response.json(profil), [drop]: () => refusal(429, 'trop', 'Trop de demandes.') })
  await showScreen(<InformationsSection />)
  await dropButton.click()
  await expect.element(page.getByRole('alert').getByText('Trop de demandes.')).toBeVisible()
  await expect.element(page.getByText(/nouvelle@exemple\.fr/)).toBeVisible()
})

test('names the address that a guest has to confirm, without an old one and without another mail', async () => {
  const guest = { ...profil, nom: '', email: '', emailConfirme: false, invite: true }
  fakeApi({ 'GET /auth/me': () => Response.json(guest) })
  await showScreen(<InformationsSection />)
  await expect.element(page.getByText(/Adresse à confirmer.: nouvelle@exemple\.fr\./)).toBeVisible()
  expect(page.getByText(/l'ancienne/).query()).toBeNull()
  expect(page.getByRole('button', { name: 'Renvoyer le lien' }).query()).toBeNull()
})
