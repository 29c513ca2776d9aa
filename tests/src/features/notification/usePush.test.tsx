// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { AvisAppareil } from '#src/features/notification/AvisAppareil.tsx'
import { toasts } from '#src/ui/toast/toastQueue.ts'
import { refusal } from '../../fakeApi.ts'

afterEach(() => {
  vi.restoreAllMocks()
  clearScreen()
  toasts.clear()
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

/** Presses Activer; the person has allowed the notifications, and the server answers with its key. */
async function press(): Promise<void> {
  permit('default')
  await showScreen(<AvisAppareil utilisateurId={3} />)
  await expect.element(page.getByRole('button', { name: 'Activer' })).toBeVisible()
  await page.getByRole('button', { name: 'Activer' }).click()
}

const message = () => toasts.shown.get()?.message

test('says what to do when the person leaves the question of the browser unanswered', async () => {
  vi.spyOn(Notification, 'requestPermission').mockResolvedValue('default')
  await press()
  await expect.poll(message).toMatch(/^La demande du navigateur est restée sans réponse/)
  await expect.element(page.getByRole('button', { name: 'Activer' })).toHaveFocus()
})

test('says that the server does not answer, or what it refuses, in place of blaming the browser', async () => {
  vi.spyOn(Notification, 'requestPermission').mockResolvedValue('granted')
  const answer = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('network failed'))
  await press()
  await expect.poll(message).toBe('Le serveur ne répond pas. Vérifiez votre connexion.')
  toasts.clear()
  const sentence = "Le service de notification de ce navigateur n'est pas pris en charge."
  answer.mockImplementation(() => Promise.resolve(refusal(400, 'push.service_inconnu', sentence)))
  await page.getByRole('button', { name: 'Activer' }).click()
  await expect.poll(message).toBe(sentence)
})

test('ends, and can be pressed again, when there is no service worker or the push service refuses', async () => {
  vi.spyOn(Notification, 'requestPermission').mockResolvedValue('granted')
  vi.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.resolve(Response.json({ cle: 'BPm' })))
  const later = globalThis.setTimeout
  // The wait for a worker is over at once.
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((run: () => void, ms = 0) => later(run, ms === 10_000 ? 0 : ms))
  const ready = vi
    .spyOn(navigator.serviceWorker, 'ready', 'get')
    .mockReturnValue(Promise.withResolvers<never>().promise)
  await press()
  const sentence = 'Ce navigateur ne permet pas de recevoir de notifications pour le moment.'
  await expect.poll(message).toBe(sentence)
  toasts.clear()
  const pushManager = {
    subscribe: () => Promise.reject(new DOMException('Registration failed', 'AbortError')),
    getSubscription: () => Promise.resolve(null),
  }
  ready.mockReturnValue(Promise.resolve({ pushManager } as unknown as ServiceWorkerRegistration))
  await page.getByRole('button', { name: 'Activer' }).click()
  await expect.poll(message).toBe(sentence)
  await expect.element(page.getByRole('button', { name: 'Activer' })).toHaveFocus()
})

test('gives the focus to the sentence when the button is removed because the person has refused', async () => {
  vi.spyOn(Notification, 'requestPermission').mockImplementation(() => {
    permit('denied')
    return Promise.resolve('denied')
  })
  await press()
  const sentence = page.getByText('Ce navigateur les refuse.', { exact: false })
  await expect.element(sentence).toBeVisible()
  await expect.element(sentence).toHaveFocus()
})
