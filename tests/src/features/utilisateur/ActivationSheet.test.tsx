// First import: it declares the order of the style layers.
import { showScreen } from '../../screen.tsx'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ActivationSheet } from '#src/features/utilisateur/ActivationSheet.tsx'
import { endFakeApi, fakeApi, refusal } from '../../fakeApi.ts'

const enrolement = { secret: 'JBSWY3DPEHPK3PXP', adresse: 'otpauth://totp/Eclats?secret=JBSWY3DPEHPK3PXP' }
const unreachable = 'Le serveur ne répond pas. Vérifiez votre connexion.'
const unproven = () => refusal(403, 'utilisateur.mot_de_passe_requis', 'Saisissez votre mot de passe actuel.')
const cut = () => Promise.reject(new TypeError('offline'))
const begun = () => Response.json(enrolement)
const code = page.getByLabelText("Code à 6 chiffres affiché par l'application")

afterEach(endFakeApi)

/** Opens the sheet; its calls are answered in this order. */
async function open(...answers: (() => Response | Promise<Response>)[]) {
  fakeApi({ 'POST /auth/second-facteur': () => answers.shift()?.() ?? begun() })
  await showScreen(<ActivationSheet onClose={() => undefined} />)
}

test('keeps the password that was typed when the network is cut while it is sent', async () => {
  await open(unproven, cut)
  const field = page.getByLabelText('Mot de passe actuel')
  await field.fill('Souvenirs2026!')
  await page.getByRole('button', { name: 'Continuer' }).click()
  await expect.element(page.getByRole('alert').getByText(unreachable)).toBeVisible()
  await expect.element(field).toHaveValue('Souvenirs2026!')
  await page.getByRole('button', { name: 'Continuer' }).click()
  await expect.element(code).toBeVisible()
})

test('asks again for the secret when the first call has failed', async () => {
  await open(cut)
  await expect.element(page.getByRole('alert').getByText(unreachable)).toBeVisible()
  await expect.element(page.getByLabelText('Mot de passe actuel')).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await expect.element(code).toBeVisible()
})

test('stays open while the first code is checked, because the answer holds the recovery codes', async () => {
  const answer = Promise.withResolvers<Response>()
  fakeApi({ 'POST /auth/second-facteur': begun, 'POST /auth/second-facteur/activation': () => answer.promise })
  const onClose = vi.fn<() => void>()
  await showScreen(<ActivationSheet onClose={onClose} />)
  await code.fill('123456')
  await page.getByRole('button', { name: 'Activer' }).click()
  await expect.element(page.getByRole('button', { name: 'Traitement...' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  answer.resolve(Response.json({ codesSecours: ['KJS5-JPWS'] }))
  await expect.element(page.getByText('KJS5-JPWS')).toBeVisible()
  expect(onClose).not.toHaveBeenCalled()
})

test('copies the key, and opens the authenticator app of the phone that shows it', async () => {
  await open()
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await page.getByRole('button', { name: 'Copier la clé' }).click()
  expect(copied).toHaveBeenCalledWith(enrolement.secret)
  copied.mockRestore()
  const link = page.getByText("Ouvrir l'application")
  await expect.element(link).toHaveAttribute('href', enrolement.adresse)
})
