// First import: it declares the order of the style layers.
import { clearScreen } from './screen.tsx'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '#src/api/queryClient.ts'
import { makeRouter } from '#src/router.tsx'
import { endFakeApi, fakeApi } from './fakeApi.ts'
import { unEvenementOrganisateur } from './features/evenement/unEvenementOrganisateur.ts'

let root: Root | undefined

afterEach(() => {
  root?.unmount()
  clearScreen()
  queryClient.clear()
  endFakeApi()
})

async function open(path: string) {
  const router = makeRouter({ queryClient, history: createMemoryHistory({ initialEntries: [path] }) })
  await router.load()
  const element = document.createElement('div')
  document.body.append(element)
  root = createRoot(element)
  root.render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return router
}

test('closes the message to the participants of an event when another event is opened', async () => {
  const evenement = (id: number) => {
    const one = unEvenementOrganisateur({ id, titre: `Fête ${id}` })
    const inscriptions = { ...one.comptes.inscriptions, VALIDE: 3 }
    return Response.json({ ...one, comptes: { ...one.comptes, inscriptions } })
  }
  fakeApi({
    'GET /frontend/organisateur/evenements/7': () => evenement(7),
    'GET /frontend/organisateur/evenements/8': () => evenement(8),
  })
  const router = await open('/organisateur/evenements/7/participants')
  await page.getByRole('button', { name: 'Prévenir' }).click()
  await page.getByLabelText('Titre').fill('Rendez-vous à 19 h')
  await router.navigate({ to: '/organisateur/evenements/$evenementId/participants', params: { evenementId: 8 } })
  await expect.element(page.getByRole('link', { name: 'Fête 8' })).toBeInTheDocument()
  await expect.element(page.getByRole('dialog', { name: 'Prévenir les participants' })).not.toBeInTheDocument()
})
