// First import: it declares the order of the style layers.
import { showScreen } from '../../screen.tsx'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { defaultPlanLimits } from '#domain/abonnement/abonnement.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { typographie } from '#domain/texte/typographie.ts'
import { PlanUsage } from '#src/features/evenement/PlanUsage.tsx'
import { endFakeApi, fakeApi, refusal } from '../../fakeApi.ts'
import { unEvenementOrganisateur } from './unEvenementOrganisateur.ts'

const limits = 'GET /stripe/plan/limits'
const events = 'GET /frontend/organisateur/evenements'
const unavailable = page.getByText(typographie(phrases.limitesErreurVotre))

afterEach(endFakeApi)

test('shows how much of the plan is used', async () => {
  fakeApi({
    [limits]: () => Response.json({ limits: defaultPlanLimits.BASIC }),
    [events]: () => Response.json([unEvenementOrganisateur()]),
  })
  await showScreen(<PlanUsage known={undefined} />)
  await expect.element(page.getByText('1 sur 3')).toBeVisible()
  await expect.element(unavailable).not.toBeInTheDocument()
})

test('says that the limits are unavailable when the server refuses them, and keeps the known ones', async () => {
  fakeApi({
    [limits]: () => refusal(403, 'acces.refuse', 'Accès refusé.'),
    [events]: () => Response.json([unEvenementOrganisateur()]),
  })
  await showScreen(<PlanUsage known={defaultPlanLimits.PREMIUM} />)
  await expect.element(unavailable).toBeVisible()
  await expect.element(page.getByText('1 sur 10')).toBeVisible()
})
