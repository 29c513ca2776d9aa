// First import: it declares the order of the style layers.
import { showScreen } from '../../screen.tsx'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { NetworkError } from '#src/api/apiError.ts'
import { ConsentementGate } from '#src/features/consentement/ConsentementGate.tsx'
import { endFakeApi, fakeApi } from '../../fakeApi.ts'

afterEach(() => {
  endFakeApi()
  vi.restoreAllMocks()
})

test('names what cannot be loaded, and says that the device is offline', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await showWithoutNetwork()
  const message = page.getByRole('alert')
  await expect.element(message.getByText('Impossible de charger votre consentement.')).toBeVisible()
  // An answer older than 30 days is not used.
  await expect.element(message.getByText(/hors ligne et rien de récent.*Reconnectez-vous au réseau/)).toBeVisible()
  await expect.element(page.getByText('Des photos')).not.toBeInTheDocument()
})

test('names the network when the server does not answer, also when the browser counts as online', async () => {
  await showWithoutNetwork()
  await expect.element(page.getByRole('alert').getByText(new NetworkError().message)).toBeVisible()
})

function showWithoutNetwork() {
  fakeApi({
    'GET /frontend/participant/consentement-rgpd/me/actif': () => Promise.reject(new TypeError('no network')),
  })
  return showScreen(
    <ConsentementGate title="Événements" logout={null}>
      Des photos
    </ConsentementGate>,
  )
}
