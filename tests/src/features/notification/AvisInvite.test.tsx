// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import InAppHint from '#src/features/installation/InAppHint.tsx'
import { AvisInvite } from '#src/features/notification/AvisInvite.tsx'
import { toasts } from '#src/ui/toast/toastQueue.ts'

afterEach(() => {
  vi.restoreAllMocks()
  clearScreen()
  toasts.clear()
  localStorage.clear()
})

const permit = (permission: NotificationPermission) =>
  vi.spyOn(Notification, 'permission', 'get').mockReturnValue(permission)

test('gives the focus to the page when the offer of notifications is put off', async () => {
  permit('default')
  await showScreen(
    <main id="contenu" tabIndex={-1}>
      <AvisInvite utilisateurId={3} />
    </main>,
  )
  await page.getByRole('button', { name: 'Plus tard' }).click()
  await expect.element(page.getByRole('main')).toHaveFocus()
})

test('gives the focus to the page when the hint about the browser of another app is closed', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone) Instagram 300.0')
  await showScreen(
    <main id="contenu" tabIndex={-1}>
      <InAppHint />
    </main>,
  )
  await page.getByRole('button', { name: 'Fermer ce conseil' }).click()
  await expect.element(page.getByRole('main')).toHaveFocus()
})

test('confirms that notifications are switched on, and gives the focus to the page', async () => {
  permit('default')
  await showScreen(
    <main id="contenu" tabIndex={-1}>
      <AvisInvite utilisateurId={3} />
    </main>,
  )
  await expect.element(page.getByRole('button', { name: 'Me prévenir' })).toBeVisible()
  await userEvent.tab()
  await userEvent.tab()
  permit('granted')
  localStorage.setItem('eclats.push', '3')
  const registration = { pushManager: { getSubscription: () => Promise.resolve({}) } }
  vi.spyOn(navigator.serviceWorker, 'getRegistration').mockResolvedValue(registration as ServiceWorkerRegistration)
  window.dispatchEvent(new Event('focus'))
  await expect.poll(() => toasts.shown.get()?.title).toBe('Notifications activées sur cet appareil')
  await expect.element(page.getByRole('main')).toHaveFocus()
})
