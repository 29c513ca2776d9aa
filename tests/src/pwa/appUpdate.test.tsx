// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../screen.tsx'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { startWorker, useAppUpdate } from '#src/pwa/serviceWorkerClient.ts'

afterEach(() => {
  vi.restoreAllMocks()
  clearScreen()
})

const update = vi.fn<() => Promise<void>>()
const none = { installing: null, waiting: null, active: null }

/** The page registers its worker once: the first test does it. */
async function register(): Promise<void> {
  const registration = Object.assign(new EventTarget(), none, { update }) as unknown as ServiceWorkerRegistration
  vi.spyOn(navigator.serviceWorker, 'register').mockResolvedValue(registration)
  await startWorker(() => undefined)
}

function Update() {
  return <p>{useAppUpdate() ? 'Nouvelle version' : 'À jour'}</p>
}

/** The browser gives the page to another worker. */
function control(worker: EventTarget): void {
  vi.spyOn(navigator.serviceWorker, 'controller', 'get').mockReturnValue(worker as ServiceWorker)
  navigator.serviceWorker.dispatchEvent(new Event('controllerchange'))
}

test('offers the update that another tab has activated when the page was opened on a first visit', async () => {
  vi.spyOn(navigator.serviceWorker, 'controller', 'get').mockReturnValue(null)
  await register()
  await showScreen(<Update />)
  // The first worker takes over the page of the first visit.
  control(new EventTarget())
  await expect.element(page.getByText('À jour')).toBeVisible()
  control(new EventTarget())
  await expect.element(page.getByText('Nouvelle version')).toBeVisible()
})

test('looks for a new version when the person returns to an app that was open for hours', async () => {
  update.mockResolvedValue()
  await register()
  document.dispatchEvent(new Event('visibilitychange'))
  expect(update).not.toHaveBeenCalled()
  const later = Date.now() + 2 * 3_600_000
  vi.spyOn(Date, 'now').mockReturnValue(later)
  document.dispatchEvent(new Event('visibilitychange'))
  document.dispatchEvent(new Event('visibilitychange'))
  expect(update).toHaveBeenCalledTimes(1)
})
