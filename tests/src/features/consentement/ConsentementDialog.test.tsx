// First import: it declares the order of the style layers.
import { showScreen } from '../../screen.tsx'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ConsentementDialog } from '#src/features/consentement/ConsentementDialog.tsx'
import { toasts } from '#src/ui/toast/toastQueue.ts'
import { ToastRegion } from '#src/ui/toast/ToastRegion.tsx'
import { endFakeApi, fakeApi } from '../../fakeApi.ts'

afterEach(() => {
  endFakeApi()
  toasts.clear()
})

test.each([
  ['Accepter', 'Refuser'],
  ['Refuser', 'Accepter'],
])('sends one answer: while %s is sent, %s cannot be pressed', async (sent, other) => {
  const answer = Promise.withResolvers<Response>()
  fakeApi({ 'POST /frontend/participant/consentement-rgpd': () => answer.promise })
  await showScreen(<ConsentementDialog onRefused={() => undefined} />)
  await page.getByRole('checkbox').click()
  await expect.element(page.getByRole('button', { name: other })).toBeEnabled()
  await page.getByRole('button', { name: sent }).click()
  await expect.element(page.getByRole('button', { name: other })).toBeDisabled()
  answer.resolve(Response.json({}, { status: 500 }))
  await expect.element(page.getByRole('button', { name: other })).toBeEnabled()
})

test('confirms the last answer only', async () => {
  const body = (consentementDonne: boolean) => ({
    id: 1,
    consentementDonne,
    versionRGPD: '1.0',
    dateConsentement: '2026-06-20T18:00:00.000Z',
    dateExpiration: '2027-06-20T18:00:00.000Z',
    statut: consentementDonne ? 'ACTIF' : 'REVOQUE',
    utilisateurId: 1,
  })
  let given = false
  fakeApi({
    'POST /frontend/participant/consentement-rgpd': () => Response.json(body(given)),
    'GET /frontend/participant/consentement-rgpd/me': () => Response.json([]),
  })
  await showScreen(
    <>
      <ConsentementDialog onRefused={() => undefined} />
      <ToastRegion />
    </>,
  )
  const message = page.getByRole('region', { name: 'Message' })
  await page.getByRole('button', { name: 'Refuser' }).click()
  await expect.element(message.getByText('Votre refus est enregistré.')).toBeVisible()
  given = true
  await page.getByRole('checkbox').click()
  await page.getByRole('button', { name: 'Accepter' }).click()
  await expect.element(message.getByText('Votre consentement est enregistré.'), { timeout: 2000 }).toBeVisible()
  await expect.element(message.getByText('Votre refus est enregistré.')).not.toBeInTheDocument()
})
