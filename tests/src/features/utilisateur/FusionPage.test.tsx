// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { onlineManager } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Fusion } from '#domain/utilisateur/fusion.ts'
import { ConfirmationPage } from '#src/features/utilisateur/ConfirmationPage.tsx'
import { FusionPage } from '#src/features/utilisateur/FusionPage.tsx'

const unreachable = 'Le serveur ne répond pas. Vérifiez votre connexion.'
const fusion: Fusion = {
  prenom: 'Nadia',
  email: 'lea@eclats.test',
  evenement: { id: 1, titre: 'Fête du lac' },
  medias: 1,
}

afterEach(() => {
  onlineManager.setOnline(true)
  vi.restoreAllMocks()
  clearScreen()
})

function cutNetwork() {
  onlineManager.setOnline(false)
  return vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'))
}

test('says that the link cannot be read without network, and reads it when there is some', async () => {
  const network = cutNetwork()
  await showScreen(<FusionPage token="jeton" />)
  await expect.element(page.getByRole('alert').getByText(unreachable)).toBeVisible()
  network.mockImplementation(() => Promise.resolve(Response.json(fusion)))
  onlineManager.setOnline(true)
  await expect.element(page.getByRole('button', { name: /réunir/ })).toBeVisible()
})

test('offers to confirm an address again when there was no network, not another mail', async () => {
  const network = cutNetwork()
  await showScreen(<ConfirmationPage token="jeton" home="/participant/evenements" />)
  await expect.element(page.getByRole('alert').getByText(unreachable)).toBeVisible()
  await expect.element(page.getByRole('button', { name: /Renvoyer/ })).not.toBeInTheDocument()
  network.mockImplementation(() => Promise.resolve(Response.json({ message: 'Adresse confirmée' })))
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await expect.element(page.getByRole('heading', { name: 'Votre adresse est confirmée' })).toBeVisible()
  await expect.element(page.getByRole('main')).toHaveFocus()
})
