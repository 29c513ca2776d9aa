// First import: it declares the order of the style layers.
import { showScreen } from '../../screen.tsx'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { AjoutCle } from '#src/features/utilisateur/AjoutCle.tsx'
import { ExigenceCle } from '#src/features/utilisateur/ExigenceCle.tsx'
import { NouveauxCodesSheet } from '#src/features/utilisateur/NouveauxCodesSheet.tsx'
import { endFakeApi, fakeApi, refusal } from '../../fakeApi.ts'

const field = page.getByLabelText('Mot de passe actuel')
const unreachable = page
  .getByRole('dialog')
  .getByRole('alert')
  .getByText('Le serveur ne répond pas. Vérifiez votre connexion.')

afterEach(endFakeApi)

/** The server requires the password, then the network is cut. */
function cutAfterProof(call: string) {
  const answers = [
    () => Promise.resolve(refusal(403, 'utilisateur.mot_de_passe_requis', 'Saisissez votre mot de passe actuel.')),
    () => Promise.reject(new TypeError('offline')),
  ]
  fakeApi({ [call]: () => answers.shift()?.() ?? Response.json({}, { status: 500 }) })
}

async function sendPassword() {
  await field.fill('Souvenirs2026!')
  await page.getByRole('dialog').getByRole('button', { name: 'Continuer' }).click()
}

test('keeps the password that was typed for a passkey when the network is cut while it is sent', async () => {
  cutAfterProof('POST /auth/cles-acces/defi')
  await showScreen(<AjoutCle />)
  await page.getByRole('button', { name: "Ajouter une clé d'accès" }).click()
  await sendPassword()
  await expect.element(unreachable).toBeVisible()
  await expect.element(field).toHaveValue('Souvenirs2026!')
})

test('keeps the password that was typed for new codes when the network is cut while it is sent', async () => {
  cutAfterProof('POST /auth/second-facteur/codes')
  await showScreen(<NouveauxCodesSheet onClose={() => undefined} />)
  await page.getByRole('button', { name: 'Continuer' }).click()
  await sendPassword()
  await expect.element(unreachable).toBeVisible()
  await expect.element(field).toHaveValue('Souvenirs2026!')
})

test('requests one challenge for a passkey when its button is pressed twice', async () => {
  const calls = fakeApi({ 'POST /auth/cles-acces/defi': () => new Promise<Response>(() => {}) })
  await showScreen(<AjoutCle />)
  await userEvent.dblClick(page.getByRole('button', { name: "Ajouter une clé d'accès" }))
  await expect.poll(() => calls).toContain('POST /auth/cles-acces/defi')
  expect(calls).toEqual(['POST /auth/cles-acces/defi'])
})

test('requests new codes once when the button is pressed twice', async () => {
  const calls = fakeApi({ 'POST /auth/second-facteur/codes': () => new Promise<Response>(() => {}) })
  await showScreen(<NouveauxCodesSheet onClose={() => undefined} />)
  await userEvent.dblClick(page.getByRole('button', { name: 'Continuer' }))
  await expect.poll(() => calls).toContain('POST /auth/second-facteur/codes')
  expect(calls).toEqual(['POST /auth/second-facteur/codes'])
})

test('stays open while new codes are requested, because the old ones become invalid', async () => {
  const answer = Promise.withResolvers<Response>()
  fakeApi({ 'POST /auth/second-facteur/codes': () => answer.promise })
  const onClose = vi.fn<() => void>()
  await showScreen(<NouveauxCodesSheet onClose={onClose} />)
  await page.getByRole('button', { name: 'Continuer' }).click()
  await expect.element(page.getByRole('button', { name: 'Traitement...' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  answer.resolve(Response.json({ codesSecours: ['KJS5-JPWS'] }))
  await expect.element(page.getByText('KJS5-JPWS')).toBeVisible()
  expect(onClose).not.toHaveBeenCalled()
})

test('stays open while a passkey is demanded, because the answer has the recovery codes', async () => {
  const answer = Promise.withResolvers<Response>()
  const answers = [
    () => refusal(403, 'utilisateur.mot_de_passe_requis', 'Saisissez votre mot de passe actuel.'),
    () => answer.promise,
  ]
  fakeApi({
    'GET /auth/second-facteur': () => Response.json({ depuis: null, codesRestants: 0 }),
    'PUT /auth/cles-acces/exigence': () => answers.shift()?.() ?? Response.json({}, { status: 500 }),
  })
  await showScreen(<ExigenceCle isEnforced={false} />)
  await page.getByRole('switch').click()
  await page.getByRole('button', { name: 'Activer' }).click()
  await sendPassword()
  await expect.element(page.getByRole('button', { name: 'Traitement...' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  answer.resolve(Response.json({ codesSecours: ['KJS5-JPWS'] }))
  await expect.element(page.getByText('KJS5-JPWS')).toBeVisible()
})
