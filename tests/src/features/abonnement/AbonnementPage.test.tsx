// First import: it declares the order of the style layers.
import { showScreen } from '../../screen.tsx'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { AbonnementPage } from '#src/features/abonnement/AbonnementPage.tsx'
import { endFakeApi, fakeApi } from '../../fakeApi.ts'

const unAbonnement = {
  id: 1,
  plan: 'BASIC',
  statut: 'ACTIF',
  dateDebut: '2026-06-01T00:00:00.000Z',
  dateExpiration: '2036-07-01T00:00:00.000Z',
  renouvele: true,
}

const toFake = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] as const

afterEach(() => {
  vi.useRealTimers()
  endFakeApi()
})

test('says when the confirmation of a change is late, and shows one that comes after that', async () => {
  let renouvele = true
  fakeApi({
    'GET /stripe/abonnement': () => Response.json({ abonnement: [{ ...unAbonnement, renouvele }] }),
    'GET /stripe/plans': () =>
      Response.json({ plans_disponibles: [], current_plan: 'BASIC', statut_abonnement: 'ACTIF' }),
    'POST /stripe/abonnement/annuler': () => Response.json({ success: true, message: 'Abonnement annulé.' }),
  })
  await showScreen(<AbonnementPage isAbandoned={false} usageOf={() => null} />)
  await page.getByRole('button', { name: /^Annuler l.abonnement/ }).click()
  vi.useFakeTimers({ toFake: [...toFake], shouldAdvanceTime: true })
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Annuler l.abonnement/ })
    .click()
  await expect.element(page.getByText(/se met à jour toute seule/)).toBeVisible()
  await vi.advanceTimersByTimeAsync(61_000)
  await expect.element(page.getByText(/^La confirmation se fait attendre/)).toBeVisible()
  renouvele = false
  await vi.advanceTimersByTimeAsync(31_000)
  await expect.element(page.getByText(/^La confirmation se fait attendre/)).not.toBeInTheDocument()
})

test('says until when a paid plan lasts, also when the plans cannot be loaded', async () => {
  fakeApi({
    'GET /stripe/abonnement': () => Response.json({ abonnement: [unAbonnement] }),
    'GET /stripe/plans': () => Response.json({ code: 'abonnement.plans', message: '' }, { status: 502 }),
  })
  await showScreen(<AbonnementPage isAbandoned={false} usageOf={() => null} />)
  await page.getByRole('button', { name: /^Annuler l.abonnement/ }).click()
  const dialog = page.getByRole('alertdialog')
  await expect.element(dialog.getByText(/^Votre plan reste le vôtre jusqu.au .*2036, puis s.arrête/)).toBeVisible()
  await expect.element(dialog.getByText(/30\sparticipants/)).not.toBeInTheDocument()
})

test('lets a subscription be cancelled once it is known whether it is paid', async () => {
  const plans = Promise.withResolvers<Response>()
  fakeApi({
    'GET /stripe/abonnement': () => Response.json({ abonnement: [{ ...unAbonnement, renouvele: false }] }),
    'GET /stripe/plans': () => plans.promise,
  })
  await showScreen(<AbonnementPage isAbandoned={false} usageOf={() => null} />)
  const cancel = page.getByRole('button', { name: /^Annuler l.abonnement/ })
  await expect.element(cancel).toBeDisabled()
  plans.resolve(Response.json({ plans_disponibles: [], current_plan: 'BASIC', statut_abonnement: 'ACTIF' }))
  await expect.element(cancel).toBeEnabled()
})

test('offers no cancellation of a subscription that ends, when the plans cannot be loaded', async () => {
  fakeApi({
    'GET /stripe/abonnement': () => Response.json({ abonnement: [{ ...unAbonnement, renouvele: false }] }),
    'GET /stripe/plans': () => Response.json({ code: 'abonnement.plans', message: '' }, { status: 502 }),
  })
  await showScreen(<AbonnementPage isAbandoned={false} usageOf={() => null} />)
  await expect.element(page.getByText(/se termine le .*2036/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Annuler l.abonnement/ })).not.toBeInTheDocument()
})

test('waits for the confirmation when a suspended subscription is cancelled', async () => {
  fakeApi({
    'GET /stripe/abonnement': () => Response.json({ abonnement: [{ ...unAbonnement, statut: 'SUSPENDU' }] }),
    'GET /stripe/plans': () =>
      Response.json({ plans_disponibles: [], current_plan: 'FREEMIUM', statut_abonnement: 'SUSPENDU' }),
    'POST /stripe/abonnement/annuler': () => Response.json({ success: true, message: 'Abonnement annulé.' }),
  })
  await showScreen(<AbonnementPage isAbandoned={false} usageOf={() => null} />)
  const cancel = { name: /^Annuler l.abonnement/ }
  await page.getByRole('button', cancel).click()
  await page.getByRole('alertdialog').getByRole('button', cancel).click()
  await expect.element(page.getByText(/se met à jour toute seule/)).toBeVisible()
})
