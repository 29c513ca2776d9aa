// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { PasswordField } from '#src/ui/field/PasswordField.tsx'

afterEach(clearScreen)

test('names what the button of a password does, and gives it no second state', async () => {
  await showScreen(<PasswordField label="Mot de passe" />)
  const field = page.getByLabelText('Mot de passe', { exact: true })
  const show = page.getByRole('button', { name: 'Afficher le mot de passe' })
  await expect.element(show).not.toHaveAttribute('aria-pressed')
  await show.click()
  await expect.element(field).toHaveAttribute('type', 'text')
  const hide = page.getByRole('button', { name: 'Masquer le mot de passe' })
  await expect.element(hide).not.toHaveAttribute('aria-pressed')
  await hide.click()
  await expect.element(field).toHaveAttribute('type', 'password')
})
