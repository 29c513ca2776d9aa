// First import: it declares the order of the style layers.
import { showScreen } from '../../screen.tsx'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { AssouplissementSheet } from '#src/features/utilisateur/AssouplissementSheet.tsx'
import { DesactivationSheet } from '#src/features/utilisateur/DesactivationSheet.tsx'
import { endFakeApi, fakeApi, refusal } from '../../fakeApi.ts'

const requis = refusal(403, 'utilisateur.mot_de_passe_requis', 'Saisissez votre mot de passe actuel.')
const incorrect = refusal(403, 'utilisateur.mot_de_passe_incorrect', 'Le mot de passe est incorrect.')
const code = refusal(400, 'secondFacteur.code_incorrect', 'Ce code est incorrect.')
const sheets = [
  ['the second factor', DesactivationSheet, '/auth/second-facteur', 'Désactiver'],
  ['a passkey', AssouplissementSheet, '/auth/cles-acces/exigence', 'Confirmer avec ce code'],
] as const

afterEach(endFakeApi)

test.each(sheets)('focuses the refused field when %s is switched off', async (_what, Sheet, path, send) => {
  const answers = [code, requis, incorrect]
  fakeApi({ [`DELETE ${path}`]: () => answers.shift()?.clone() ?? Response.json({}, { status: 500 }) })
  await showScreen(<Sheet onClose={() => undefined} />)
  const codeField = page.getByLabelText(/^Code de/)
  const password = page.getByLabelText('Mot de passe actuel', { exact: true })
  const press = () => page.getByRole('button', { name: send }).click()
  await codeField.fill('123456')
  await press()
  await expect.element(codeField).toHaveFocus()
  await expect.element(codeField).toHaveAccessibleDescription(/Ce code est incorrect/)
  await press()
  await expect.element(password).toHaveFocus()
  await expect.element(password).toHaveAccessibleDescription('Saisissez votre mot de passe actuel.')
  await password.fill('Souvenirs2026!')
  await press()
  await expect.element(password).toHaveFocus()
  await expect.element(password).toHaveAccessibleDescription('Le mot de passe est incorrect.')
})

test.each(sheets)('stays open until the call that switches %s off is answered', async (_what, Sheet, path, send) => {
  const answer = Promise.withResolvers<Response>()
  const calls = fakeApi({ [`DELETE ${path}`]: () => answer.promise })
  const onClose = vi.fn<() => void>()
  await showScreen(<Sheet onClose={onClose} />)
  const codeField = page.getByLabelText(/^Code de/)
  await codeField.fill('123456')
  await page.getByRole('button', { name: send }).click()
  await expect.poll(() => calls).toContain(`DELETE ${path}`)
  await expect.element(page.getByRole('button', { name: 'Traitement...' }).first()).toBeVisible()
  await userEvent.keyboard('{Escape}')
  answer.resolve(code.clone())
  await expect.element(codeField).toHaveAccessibleDescription(/Ce code est incorrect/)
  expect(onClose).not.toHaveBeenCalled()
  await page.getByRole('button', { name: 'Fermer' }).click()
  expect(onClose).toHaveBeenCalledOnce()
})
