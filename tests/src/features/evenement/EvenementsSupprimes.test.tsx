// First import: it declares the order of the style layers.
import { showScreen } from '../../screen.tsx'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { EvenementSupprime } from '#domain/evenement/evenement.ts'
import { EvenementsSupprimes } from '#src/features/evenement/EvenementsSupprimes.tsx'
import { toasts } from '#src/ui/toast/toastQueue.ts'
import { endFakeApi, fakeApi } from '../../fakeApi.ts'
import { unEvenementOrganisateur } from './unEvenementOrganisateur.ts'

const evenement = (id: number, titre: string): EvenementSupprime => ({
  ...unEvenementOrganisateur({ id, titre }),
  supprimeLe: '2026-06-01T10:00:00.000Z',
  effaceLe: '2026-07-01T10:00:00.000Z',
})
const restore = (titre: string) => page.getByRole('button', { name: `Restaurer ${titre}` })

afterEach(endFakeApi)

test('moves the focus to the next event, then to the heading of the page, when one is restored', async () => {
  let left = [evenement(1, 'Bal'), evenement(2, 'Régate')]
  const restoring = (id: number) => () => {
    left = left.filter((one) => one.id !== id)
    return Response.json(unEvenementOrganisateur({ id }))
  }
  fakeApi({
    'GET /frontend/organisateur/evenements/supprimes': () => Response.json(left),
    'POST /frontend/organisateur/evenements/1/restaurer': restoring(1),
    'POST /frontend/organisateur/evenements/2/restaurer': restoring(2),
  })
  await showScreen(
    <main>
      <h1>Mes événements</h1>
      <EvenementsSupprimes />
    </main>,
  )
  await restore('Bal').click()
  await expect.element(restore('Régate')).toHaveFocus()
  await restore('Régate').click()
  await expect.element(page.getByRole('heading', { name: 'Mes événements' })).toHaveFocus()
})

test('counts as registered only people who are validated', async () => {
  const bal = evenement(1, 'Bal')
  const comptes = { ...bal.comptes, inscriptions: { EN_ATTENTE: 2, VALIDE: 8, ANNULE: 4 } }
  fakeApi({ 'GET /frontend/organisateur/evenements/supprimes': () => Response.json([{ ...bal, comptes }]) })
  await showScreen(<EvenementsSupprimes />)
  await expect.element(page.getByText(/0\smédia, 8\sinscrits$/)).toBeVisible()
})

test('says that the server did not answer when an event could not be restored', async () => {
  fakeApi({
    'GET /frontend/organisateur/evenements/supprimes': () => Response.json([evenement(1, 'Bal')]),
    'POST /frontend/organisateur/evenements/1/restaurer': () => Promise.reject(new TypeError('no network')),
  })
  await showScreen(<EvenementsSupprimes />)
  await restore('Bal').click()
  await expect
    .poll(() => toasts.shown.get())
    .toMatchObject({ message: 'Le serveur ne répond pas. Vérifiez votre connexion.' })
})
