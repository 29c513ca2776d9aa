// First import: it declares the order of the style layers.
import { showScreen } from '../../screen.tsx'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { defaultPlanLimits } from '#domain/abonnement/abonnement.ts'
import { phrases } from '#domain/texte/phrases.ts'
import type { Filter } from '#src/features/evenement/evenementFilterNames.ts'
import { OrganisateurEvenementsPage } from '#src/features/evenement/OrganisateurEvenementsPage.tsx'
import { endFakeApi, fakeApi } from '../../fakeApi.ts'
import { unEvenementOrganisateur } from './unEvenementOrganisateur.ts'

afterEach(endFakeApi)

test('clears the search and the filter, and focuses the heading, when no event matches them', async () => {
  const evenement = unEvenementOrganisateur()
  fakeApi({
    'GET /frontend/organisateur/evenements': () => Response.json([evenement]),
    'GET /stripe/plan/limits': () => Response.json(defaultPlanLimits.PREMIUM),
  })
  await showScreen(<FilteredPage />)
  await expect.element(page.getByRole('heading', { name: phrases.evenementAucunFiltre })).toBeVisible()
  await page.getByRole('button', { name: 'Effacer les filtres' }).click()
  await expect.element(page.getByRole('heading', { name: evenement.titre })).toBeVisible()
  await expect.element(page.getByLabelText('Rechercher un événement')).toHaveValue('')
  await expect.element(page.getByRole('button', { name: /^Tous/ })).toHaveAttribute('aria-pressed', 'true')
  await expect.element(page.getByRole('heading', { name: 'Événements', exact: true })).toHaveFocus()
})

function FilteredPage() {
  const [filter, setFilter] = useState<{ q: string; statut: Filter }>({ q: 'gala', statut: 'ANNULE' })
  return (
    <OrganisateurEvenementsPage
      {...filter}
      onFilter={(change) => setFilter((before) => ({ ...before, ...change }))}
      modifier={undefined}
      onModifier={() => undefined}
      onCreated={() => undefined}
      abonnement={null}
    />
  )
}
