// First import: it declares the order of the style layers.
import { showScreen } from '../../screen.tsx'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { phrases } from '#domain/texte/phrases.ts'
import { SuccesPage } from '#src/features/abonnement/SuccesPage.tsx'
import { endFakeApi, fakeApi } from '../../fakeApi.ts'

afterEach(() => {
  vi.useRealTimers()
  endFakeApi()
})

// The only interval is the one of the repeated request.
test('leaves the error and its button on screen until the person tries again when the confirmation fails', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const answers = [Response.json({}, { status: 500 }), Response.json({ abonnement: [] })]
  fakeApi({ 'GET /stripe/abonnement': () => answers.shift() ?? Response.json({ abonnement: [] }) })
  await showScreen(<SuccesPage />)
  const retry = page.getByRole('button', { name: phrases.reessayer })
  await expect.element(page.getByText(phrases.abonnementErreur)).toBeVisible()
  expect(vi.getTimerCount()).toBe(0)
  await retry.click()
  await expect.element(page.getByRole('heading', { name: 'Confirmation du paiement en cours' })).toBeVisible()
  expect(vi.getTimerCount()).toBe(1)
})
