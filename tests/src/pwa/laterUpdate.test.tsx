// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../screen.tsx'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { startWorker, useAppUpdate } from '#src/pwa/serviceWorkerClient.ts'

afterEach(() => {
  vi.restoreAllMocks()
  clearScreen()
})

type Registration = { -readonly [Key in 'installing' | 'waiting']: ServiceWorker | null } & EventTarget

/** The browser finds a new version. @returns its worker */
function find(registration: Registration): EventTarget {
  const worker = Object.assign(new EventTarget(), { scriptURL: new URL('/sw.js', location.href).href })
  registration.installing = worker as ServiceWorker
  registration.dispatchEvent(new Event('updatefound'))
  return worker
}

function Update() {
  return <p>{useAppUpdate() ? 'Nouvelle version' : 'À jour'}</p>
}

test('offers a new version after the install of an earlier one has failed', async () => {
  vi.spyOn(navigator.serviceWorker, 'controller', 'get').mockReturnValue(new EventTarget() as ServiceWorker)
  const registration: Registration = Object.assign(new EventTarget(), { installing: null, waiting: null })
  vi.spyOn(navigator.serviceWorker, 'register').mockResolvedValue(registration as unknown as ServiceWorkerRegistration)
  await startWorker(() => undefined)
  await showScreen(<Update />)
  const anHourLater = performance.now() + 3_600_000
  const clock = vi.spyOn(performance, 'now').mockReturnValue(anHourLater)
  const failing = find(registration)
  // The test's own waiting needs it.
  clock.mockRestore()
  registration.installing = null
  failing.dispatchEvent(new Event('statechange'))
  await expect.element(page.getByText('À jour')).toBeVisible()
  const installed = find(registration)
  registration.waiting = registration.installing
  registration.installing = null
  installed.dispatchEvent(new Event('statechange'))
  await expect.element(page.getByText('Nouvelle version')).toBeVisible()
})
