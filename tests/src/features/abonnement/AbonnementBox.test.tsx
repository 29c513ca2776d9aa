// First import: it declares the order of the style layers.
import { showScreen } from '../../screen.tsx'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { phrases } from '#domain/texte/phrases.ts'
import { typographie } from '#domain/texte/typographie.ts'
import { AbonnementBox } from '#src/features/abonnement/AbonnementBox.tsx'
import { endFakeApi, fakeApi, refusal } from '../../fakeApi.ts'

const read = 'GET /stripe/abonnement'
const link = page.getByRole('link', { name: 'Voir les plans' })

afterEach(endFakeApi)

test('offers the plans to an organiser without a subscription', async () => {
  fakeApi({ [read]: () => refusal(404, 'abonnement.absent', 'Aucun abonnement.') })
  await showScreen(<AbonnementBox />)
  await expect.element(link).toBeVisible()
  await expect.element(page.getByText(typographie(phrases.abonnementErreur))).not.toBeInTheDocument()
})

test('says that the subscription cannot be loaded, and still offers the plans', async () => {
  fakeApi({ [read]: () => Response.json({}, { status: 500 }) })
  await showScreen(<AbonnementBox />)
  await expect.element(page.getByText(typographie(phrases.abonnementErreur))).toBeVisible()
  await expect.element(link).toBeVisible()
})

test('leads to the payment when it is late', async () => {
  const late = {
    id: 1,
    plan: 'PREMIUM',
    statut: 'SUSPENDU',
    dateDebut: '2026-06-01T00:00:00.000Z',
    dateExpiration: '2026-07-01T00:00:00.000Z',
    renouvele: true,
  }
  fakeApi({ [read]: () => Response.json({ abonnement: [late] }) })
  await showScreen(<AbonnementBox />)
  await expect.element(page.getByRole('link', { name: 'Régler le paiement' })).toBeVisible()
  await expect.element(link).not.toBeInTheDocument()
})
