// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
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
    'GET /stripe/plan/limits': () => Response.json({ limits: defaultPlanLimits.PREMIUM }),
  })
  await showScreen(<FilteredPage first={{ q: 'gala', statut: 'ANNULE' }} />)
  await expect.element(page.getByRole('heading', { name: phrases.evenementAucunFiltre })).toBeVisible()
  await page.getByRole('button', { name: 'Effacer les filtres' }).click()
  await expect.element(page.getByRole('heading', { name: evenement.titre })).toBeVisible()
  await expect.element(page.getByLabelText('Rechercher un événement')).toHaveValue('')
  await expect.element(page.getByRole('button', { name: /^Tous/ })).toHaveAttribute('aria-pressed', 'true')
  await expect.element(page.getByRole('heading', { name: 'Événements', exact: true })).toHaveFocus()
})

test('moves the focus to the next event, then to the heading, when one is deleted', async () => {
  let left = [unEvenementOrganisateur({ id: 1, titre: 'Bal' }), unEvenementOrganisateur({ id: 2, titre: 'Gala' })]
  const remove = (id: number) => () => {
    left = left.filter((one) => one.id !== id)
    return Response.json({ message: 'Événement supprimé' })
  }
  fakeApi({
    'GET /frontend/organisateur/evenements': () => Response.json(left),
    'GET /frontend/organisateur/evenements/supprimes': () => Response.json([]),
    'GET /stripe/plan/limits': () => Response.json({ limits: defaultPlanLimits.PREMIUM }),
    'DELETE /frontend/organisateur/evenements/1': remove(1),
    'DELETE /frontend/organisateur/evenements/2': remove(2),
  })
  const deletion = (titre: string) => page.getByRole('button', { name: `${phrases.evenementSupprimer} ${titre}` })
  const confirm = page.getByRole('alertdialog').getByRole('button', { name: phrases.evenementSupprimer })
  await showScreen(<FilteredPage first={{ q: '', statut: 'TOUS' }} />)
  await deletion('Bal').click()
  await confirm.click()
  await expect.element(deletion('Gala')).toHaveFocus()
  await deletion('Gala').click()
  await confirm.click()
  await expect.element(page.getByRole('heading', { name: 'Événements', exact: true })).toHaveFocus()
})

test('shows the empty list before the plan when there is no event', async () => {
  fakeApi({
    'GET /frontend/organisateur/evenements': () => Response.json([]),
    'GET /frontend/organisateur/evenements/supprimes': () => Response.json([]),
    'GET /stripe/plan/limits': () => Response.json({ limits: defaultPlanLimits.PREMIUM }),
  })
  await showScreen(<FilteredPage first={{ q: '', statut: 'TOUS' }} />)
  // The list and the plan are two requests: either may be answered first.
  const headings = () => page.getByRole('heading').elements()
  await expect
    .poll(() => headings().map((heading) => heading.textContent))
    .toEqual(['Événements', phrases.evenementAucun, 'Plan Premium'])
})

test('offers no other plan at the limit of events while the payment of the plan is late', async () => {
  fakeApi({
    'GET /frontend/organisateur/evenements': () => Response.json([unEvenementOrganisateur()]),
    'GET /frontend/organisateur/evenements/supprimes': () => Response.json([]),
    'GET /stripe/plan/limits': () => Response.json({ limits: defaultPlanLimits.FREEMIUM }),
  })
  const offer = page.getByRole('link', { name: 'Voir les plans' })
  const first = { q: '', statut: 'TOUS' } as const
  await showScreen(<FilteredPage first={first} />)
  await expect.element(offer).toBeVisible()
  clearScreen()
  await showScreen(<FilteredPage first={first} isSuspended />)
  await expect.element(page.getByText(phrases.quotaAvertissement)).toBeVisible()
  await expect.element(offer).not.toBeInTheDocument()
})

test('announces the number of results of a search', async () => {
  fakeApi({
    'GET /frontend/organisateur/evenements': () =>
      Response.json([
        unEvenementOrganisateur({ id: 1, titre: 'Bal' }),
        unEvenementOrganisateur({ id: 2, titre: 'Gala' }),
      ]),
    'GET /frontend/organisateur/evenements/supprimes': () => Response.json([]),
    'GET /stripe/plan/limits': () => Response.json({ limits: defaultPlanLimits.PREMIUM }),
  })
  await showScreen(<FilteredPage first={{ q: '', statut: 'TOUS' }} />)
  const search = page.getByLabelText('Rechercher un événement')
  const announced = () =>
    page
      .getByRole('status')
      .elements()
      .map(({ textContent }) => textContent)
  await search.fill('gala')
  await expect.poll(announced).toContain('1\u00A0événement trouvé')
  await search.fill('mariage')
  await expect.poll(announced).toContain('0\u00A0événement trouvé')
})

function FilteredPage({ first, isSuspended = false }: { first: { q: string; statut: Filter }; isSuspended?: boolean }) {
  const [filter, setFilter] = useState(first)
  return (
    <OrganisateurEvenementsPage
      {...filter}
      onFilter={(change) => setFilter((before) => ({ ...before, ...change }))}
      modifier={undefined}
      onModifier={() => undefined}
      onCreated={() => undefined}
      abonnement={null}
      isSuspended={isSuspended}
    />
  )
}
