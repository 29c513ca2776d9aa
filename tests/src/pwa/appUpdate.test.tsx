// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../screen.tsx'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { startWorker, useAppUpdate } from '#src/pwa/serviceWorkerClient.ts'

afterEach(() => {
  vi.restoreAllMocks()
  clearScreen()
})

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
  const registration = Object.assign(new EventTarget(), { installing: null, waiting: null, active: null })
  vi.spyOn(navigator.serviceWorker, 'register').mockResolvedValue(registration as ServiceWorkerRegistration)
  await startWorker()
  await showScreen(<Update />)
  // The first worker takes over the page of the first visit.
  control(new EventTarget())
  await expect.element(page.getByText('À jour')).toBeVisible()
  control(new EventTarget())
  await expect.element(page.getByText('Nouvelle version')).toBeVisible()
})
