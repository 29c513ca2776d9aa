// First import: it declares the order of the style layers.
import { showScreen } from '../../screen.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { decouvrirQuery } from '#src/features/evenement/evenement.queries.ts'
import { DecouvrirPage } from '#src/features/inscription/DecouvrirPage.tsx'
import { endFakeApi, fakeApi } from '../../fakeApi.ts'
import { unEvenementOrganisateur } from '../evenement/unEvenementOrganisateur.ts'

afterEach(endFakeApi)

test('clears the search when no public event matches it', async () => {
  const evenement = unEvenementOrganisateur({ visibilite: 'PUBLIC' })
  const answers = [[], [evenement]]
  fakeApi({
    'GET /frontend/participant/evenements/decouvrir': () =>
      Response.json({ evenements: answers.shift() ?? [], suite: null }),
  })
  await showScreen(<Search first="nulle part" />)
  await expect.element(page.getByRole('heading', { name: 'Aucun événement trouvé' })).toBeVisible()
  await page.getByRole('button', { name: 'Effacer la recherche' }).click()
  await expect.element(page.getByRole('link', { name: evenement.titre })).toBeVisible()
  await expect.element(page.getByRole('searchbox')).toHaveValue('')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Découvrir' })).toHaveFocus()
})

function Search({ first }: { first: string }) {
  const [q, setQ] = useState(first)
  return (
    <DecouvrirPage
      query={useInfiniteQuery(decouvrirQuery(q))}
      q={q}
      recherche={q}
      onSearch={setQ}
      utilisateurId={3}
      coverOf={() => null}
    />
  )
}
