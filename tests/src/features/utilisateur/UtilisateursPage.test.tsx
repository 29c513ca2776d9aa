// First import: it declares the order of the style layers.
import { showScreen } from '../../screen.tsx'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Utilisateur } from '#domain/utilisateur/utilisateur.ts'
import type { RoleFilter } from '#src/features/utilisateur/utilisateurFilter.ts'
import { UtilisateursPage } from '#src/features/utilisateur/UtilisateursPage.tsx'
import { endFakeApi, fakeApi } from '../../fakeApi.ts'

const compte = (id: number, prenom: string): Utilisateur => ({
  id,
  prenom,
  nom: 'Martin',
  email: `${prenom.toLowerCase()}@demo.eclats.test`,
  role: 'PARTICIPANT',
  statutActif: true,
  dateCreation: '2026-06-01T10:00:00.000Z',
  invite: false,
})
const heading = page.getByRole('heading', { level: 1, name: 'Utilisateurs' })

afterEach(endFakeApi)

test('clears the search and the filter when no account matches them', async () => {
  fakeApi({ 'GET /users': () => Response.json([compte(2, 'Karim')]) })
  await showScreen(<FilteredPage first={{ q: 'nulle part', role: 'ORGANISATEUR' }} />)
  await page.getByRole('button', { name: 'Effacer les filtres' }).click()
  await expect.element(page.getByText('Karim Martin')).toBeVisible()
  await expect.element(page.getByRole('searchbox')).toHaveValue('')
  await expect.element(page.getByRole('button', { name: /^Tous/ })).toHaveAttribute('aria-pressed', 'true')
  await expect.element(heading).toHaveFocus()
})

function FilteredPage({ first }: { first: { q: string; role: RoleFilter } }) {
  const [filter, setFilter] = useState(first)
  return (
    <UtilisateursPage
      acteurId={1}
      {...filter}
      onFilter={(change) => setFilter((before) => ({ ...before, ...change }))}
    />
  )
}
