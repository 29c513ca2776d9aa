// First import: it declares the order of the style layers.
import { showScreen } from '../../screen.tsx'
import { useQuery } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Visibilite } from '#domain/evenement/evenement.ts'
import { signIn } from '#src/api/session.ts'
import { evenementsParticipantQuery } from '#src/features/evenement/evenement.queries.ts'
import { MesInscriptions } from '#src/features/inscription/MesInscriptions.tsx'
import { tokenOfGuest } from '../../enteredGuest.ts'
import { endFakeApi, fakeApi } from '../../fakeApi.ts'
import { unEvenementOrganisateur } from '../evenement/unEvenementOrganisateur.ts'

const evenement = (id: number, titre: string, visibilite: Visibilite = 'PRIVE') =>
  unEvenementOrganisateur({
    id,
    titre,
    visibilite,
    inscriptions: [{ id, user: { id: 3 }, statutInscription: 'VALIDE', typeParticipation: 'SUR_PLACE' }],
  })

afterEach(endFakeApi)

test('moves the focus to the next event, then to the heading, when the person leaves one', async () => {
  let left = [evenement(1, 'Bal'), evenement(2, 'Gala')]
  const leave = (id: number) => () => {
    left = left.filter((one) => one.id !== id)
    return Response.json({ message: 'Désinscription enregistrée' })
  }
  fakeApi({
    'GET /frontend/participant/evenements': () => Response.json(left),
    'DELETE /inscriptions/evenement/1/unregister': leave(1),
    'DELETE /inscriptions/evenement/2/unregister': leave(2),
  })
  await showScreen(<Mine />)
  const leaving = (titre: string) => page.getByRole('button', { name: new RegExp(`^Se désinscrire.*${titre}`) })
  const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Se désinscrire' })
  await leaving('Bal').click()
  await confirm.click()
  await expect.element(leaving('Gala')).toHaveFocus()
  await leaving('Gala').click()
  await confirm.click()
  await expect.element(page.getByRole('heading', { name: 'Mes événements' })).toHaveFocus()
})

test('moves the focus to the first new event when all are shown', async () => {
  const all = Array.from({ length: 8 }, (_, at) => evenement(at + 1, `Bal ${at + 1}`))
  fakeApi({ 'GET /frontend/participant/evenements': () => Response.json(all) })
  await showScreen(<Mine />)
  await page.getByRole('button', { name: /^Voir 2/ }).click()
  await expect.element(page.getByRole('link', { name: 'Bal 7' })).toHaveFocus()
})

test('shows the statut of a planned event to a guest, who cannot leave it', async () => {
  fakeApi({ 'GET /frontend/participant/evenements': () => Response.json([evenement(1, 'Bal')]) })
  signIn({ token: tokenOfGuest(3), nom: '', prenom: 'Marie' }, false)
  await showScreen(<Mine />)
  await expect.element(page.getByRole('link', { name: 'Bal' })).toBeVisible()
  expect(page.getByRole('button', { name: /^Se désinscrire/ }).query()).toBeNull()
  await expect.element(page.getByText('Planifié')).toBeVisible()
})

test.each([
  { visibilite: 'PUBLIC', next: /Vous pourrez vous réinscrire tant que l'événement n'a pas commencé/ },
  { visibilite: 'PRIVE', next: /Pour revenir, il vous faudra un lien de l'événement ou une invitation/ },
] as const)(
  'says how to come back to a $visibilite event before the person leaves it',
  async ({ visibilite, next }) => {
    fakeApi({ 'GET /frontend/participant/evenements': () => Response.json([evenement(1, 'Bal', visibilite)]) })
    await showScreen(<Mine />)
    await page.getByRole('button', { name: /^Se désinscrire/ }).click()
    await expect.element(page.getByRole('alertdialog')).toMatchTextContent(next)
  },
)

function Mine() {
  const query = useQuery(evenementsParticipantQuery)
  return <MesInscriptions query={query} isAllowed utilisateurId={3} coverOf={() => null} />
}
