// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { AvisAppareil } from '#src/features/notification/AvisAppareil.tsx'

afterEach(() => {
  vi.restoreAllMocks()
  clearScreen()
})

const permit = (permission: NotificationPermission) =>
  vi.spyOn(Notification, 'permission', 'get').mockReturnValue(permission)

test('offers push notifications when the person comes back from the settings that allow them', async () => {
  permit('denied')
  await showScreen(<AvisAppareil utilisateurId={3} />)
  await expect.element(page.getByText('Ce navigateur les refuse.', { exact: false })).toBeVisible()
  permit('default')
  window.dispatchEvent(new Event('focus'))
  await expect.element(page.getByRole('button', { name: 'Activer' })).toBeVisible()
})

test('can be pressed again when the state of the device cannot be read after a press', async () => {
  permit('default')
  await showScreen(<AvisAppareil utilisateurId={3} />)
  await expect.element(page.getByRole('button', { name: 'Activer' })).toBeVisible()
  vi.spyOn(Notification, 'requestPermission').mockResolvedValue('granted')
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('network failed'))
  localStorage.setItem('eclats.push', '3')
  permit('granted')
  vi.spyOn(navigator.serviceWorker, 'getRegistration').mockRejectedValue(new DOMException('denied', 'SecurityError'))
  await page.getByRole('button', { name: 'Activer' }).click()
  await expect.element(page.getByRole('button', { name: 'Activer' })).toBeVisible()
  localStorage.removeItem('eclats.push')
})
