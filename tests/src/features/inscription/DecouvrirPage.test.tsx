// First import: it declares the order of the style layers.
import { showScreen } from '../../screen.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { decouvrirQuery } from '#src/features/evenement/evenement.queries.ts'
import { DecouvrirPage } from '#src/features/inscription/DecouvrirPage.tsx'
import { endFakeApi, fakeApi, refusal } from '../../fakeApi.ts'
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

test('moves the focus to the first new event when the last page is loaded', async () => {
  const named = (id: number, titre: string) => unEvenementOrganisateur({ id, titre, visibilite: 'PUBLIC' })
  const answers = [
    Response.json({ evenements: [named(1, 'Bal')], suite: 'a' }),
    refusal(500, 'interne', 'Panne'),
    Response.json({ evenements: [named(2, 'Gala'), named(3, 'Régate')], suite: null }),
  ]
  fakeApi({ 'GET /frontend/participant/evenements/decouvrir': () => answers.shift() ?? Response.error() })
  await showScreen(<Search first="" />)
  await page.getByRole('button', { name: "Voir plus d'événements" }).click()
  const retry = page.getByRole('button', { name: 'Réessayer' })
  await expect.element(retry).toHaveFocus()
  await retry.click()
  await expect.element(page.getByRole('link', { name: 'Gala' })).toHaveFocus()
})

test('does not say that no event matches when a page of the search could not be loaded', async () => {
  const answers = [
    Response.json({ evenements: [], suite: 'a' }),
    refusal(500, 'interne', 'Panne'),
    Response.json({ evenements: [unEvenementOrganisateur({ titre: 'Gala', visibilite: 'PUBLIC' })], suite: null }),
  ]
  fakeApi({ 'GET /frontend/participant/evenements/decouvrir': () => answers.shift() ?? Response.error() })
  await showScreen(<Search first="gala" />)
  const retry = page.getByRole('button', { name: 'Réessayer' })
  await expect.element(retry).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Aucun événement trouvé' })).not.toBeInTheDocument()
  await retry.click()
  await expect.element(page.getByRole('link', { name: 'Gala' })).toHaveFocus()
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
