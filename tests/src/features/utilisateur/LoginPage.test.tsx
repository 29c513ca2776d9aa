// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { phrases } from '#domain/texte/phrases.ts'
import { typographie } from '#domain/texte/typographie.ts'
import { currentSession, signOut } from '#src/api/session.ts'
import { LoginPage } from '#src/features/utilisateur/LoginPage.tsx'
import { unToken } from '../../token.ts'

let login: () => Response
const demo = {
  demo: [{ email: 'claire@demo.eclats.test', prenom: 'Claire', role: 'ORGANISATEUR' }],
  motDePasse: 'Souvenirs2026!',
}

beforeEach(() => {
  login = () => Response.json({ token: unToken({ role: 'ORGANISATEUR' }), nom: 'Delmas', prenom: 'Claire' })
  vi.spyOn(globalThis, 'fetch').mockImplementation((input) => {
    const url = input instanceof Request ? input.url : String(input)
    return Promise.resolve(url.endsWith('/health') ? Response.json({ status: 'ok', version: '1', ...demo }) : login())
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  clearScreen()
  signOut('logout')
})

const email = page.getByLabelText('Adresse email')
const password = page.getByLabelText('Mot de passe', { exact: true })
const button = page.getByRole('button', { name: phrases.seConnecter })

test('enables the button when both fields are valid', async () => {
  await showScreen(<LoginPage redirect="" />)
  await expect.element(button).toBeDisabled()
  await email.fill('claire@demo.eclats.test')
  await password.fill('court')
  await expect.element(button).toBeDisabled()
  await password.fill('assez-long')
  await expect.element(button).toBeEnabled()
})

test('shows an invalid address on blur and hides the error on input', async () => {
  await showScreen(<LoginPage redirect="" />)
  await email.fill('claire@demo')
  await userEvent.tab()
  await expect.element(page.getByText(phrases.loginEmailInvalide)).toBeVisible()
  await expect.element(email).toHaveAttribute('aria-invalid', 'true')
  await email.fill('claire@demo.eclats.test')
  await expect.element(page.getByText(phrases.loginEmailInvalide)).not.toBeInTheDocument()
})

test('shows and hides the password by the eye button', async () => {
  await showScreen(<LoginPage redirect="" />)
  await expect.element(password).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Afficher le mot de passe' }).click()
  await expect.element(password).toHaveAttribute('type', 'text')
})

test('opens the dashboard for an organiser, and never a foreign address', async () => {
  const { address } = await showScreen(<LoginPage redirect="https://mechant.test/organizer" />)
  await page.getByRole('button', { name: /^Claire/ }).click()
  await button.click()
  await expect.poll(address).toBe('/organizer')
})

test('asks for no code when the address changes after the account needed one', async () => {
  login = () => Response.json({ code: 'session.code_requis', message: 'Entrez le code.' }, { status: 401 })
  await showScreen(<LoginPage redirect="" />)
  await email.fill('claire@demo.eclats.test')
  await password.fill('assez-long')
  await button.click()
  const code = page.getByLabelText('Code de connexion')
  await expect.element(code).toHaveFocus()
  await expect.element(button).toBeDisabled()
  await email.fill('karim@demo.eclats.test')
  await expect.element(code).not.toBeInTheDocument()
  await expect.element(button).toBeEnabled()
})

test('asks for no code when a demo account is chosen after another account needed one', async () => {
  login = () => Response.json({ code: 'session.code_requis', message: 'Entrez le code.' }, { status: 401 })
  await showScreen(<LoginPage redirect="" />)
  await email.fill('karim@demo.eclats.test')
  await password.fill('assez-long')
  await button.click()
  const code = page.getByLabelText('Code de connexion')
  await expect.element(code).toHaveFocus()
  await page.getByRole('button', { name: /^Claire/ }).click()
  await expect.element(code).not.toBeInTheDocument()
  await expect.element(button).toBeEnabled()
})

test("shows the server's message for a refusal, otherwise its own", async () => {
  login = () =>
    Response.json({ code: 'session.identifiants', message: 'E-mail ou mot de passe incorrect.' }, { status: 401 })
  await showScreen(<LoginPage redirect="" />)
  await page.getByRole('button', { name: /^Claire/ }).click()
  await button.click()
  await expect.element(page.getByText(typographie('E-mail ou mot de passe incorrect.'))).toBeVisible()
  login = () => Response.json({}, { status: 500 })
  await button.click()
  await expect.element(page.getByText(phrases.loginErreurInconnue)).toBeVisible()
  expect(currentSession()).toBeNull()
})
