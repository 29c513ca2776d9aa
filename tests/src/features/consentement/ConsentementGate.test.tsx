// First import: it declares the order of the style layers.
import { showScreen } from '../../screen.tsx'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { ConsentementGate } from '#src/features/consentement/ConsentementGate.tsx'
import { endFakeApi, fakeApi } from '../../fakeApi.ts'

afterEach(() => {
  endFakeApi()
  vi.restoreAllMocks()
})

test('names what cannot be loaded, and says that the device is offline', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  fakeApi({
    'GET /frontend/participant/consentement-rgpd/me/actif': () => Promise.reject(new TypeError('no network')),
  })
  await showScreen(
    <ConsentementGate title="Événements" logout={null}>
      Des photos
    </ConsentementGate>,
  )
  const message = page.getByRole('alert')
  await expect.element(message.getByText('Impossible de charger votre consentement.')).toBeVisible()
  await expect.element(message.getByText(/^Vous êtes hors ligne/)).toBeVisible()
  await expect.element(page.getByText('Des photos')).not.toBeInTheDocument()
})
