// First import: it declares the order of the style layers.
import { showScreen } from '../../screen.tsx'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Invitation } from '#domain/invitation/invitation.ts'
import { InvitationList } from '#src/features/invitation/InvitationList.tsx'
import { toasts } from '#src/ui/toast/toastQueue.ts'
import { endFakeApi, fakeApi, refusal } from '../../fakeApi.ts'

const invitation = (id: number, titre: string): Invitation => ({
  id,
  statut: 'EN_ATTENTE',
  dateEnvoi: '2026-06-01T10:00:00.000Z',
  evenement: {
    id,
    titre,
    description: '',
    dateDebut: '2026-07-01T18:00:00.000Z',
    dateFin: '2026-07-01T22:00:00.000Z',
    fuseau: 'Europe/Paris',
    lieu: 'Le quai',
    statut: 'PLANIFIE',
    createur: { prenom: 'Claire' },
  },
})
const button = (titre: string, name: string) => page.getByRole('article', { name: titre }).getByRole('button', { name })

afterEach(() => {
  vi.restoreAllMocks()
  endFakeApi()
  // The next test would wait until those of this one are over.
  toasts.clear()
})

test('moves the focus to the next invitation, then to the heading, when one is answered', async () => {
  let all = [invitation(1, 'Bal'), invitation(2, 'Régate')]
  const answer = (id: number, statut: Invitation['statut']) => () => {
    all = all.map((one) => (one.id === id ? { ...one, statut } : one))
    return Response.json(all.find((one) => one.id === id))
  }
  fakeApi({
    'GET /frontend/participant/invitations': () => Response.json(all),
    'POST /frontend/participant/invitations/1/repondre': answer(1, 'REFUSEE'),
    'POST /frontend/participant/invitations/2/repondre': answer(2, 'ACCEPTEE'),
  })
  await showScreen(<InvitationList />)
  await button('Bal', 'Refuser').click()
  await expect.element(button('Régate', 'Refuser')).toHaveFocus()
  await button('Régate', 'Accepter').click()
  await expect.element(page.getByRole('heading', { name: 'Invitations' })).toHaveFocus()
})

test('offers only to refuse the invitation to a cancelled event', async () => {
  const { evenement, ...one } = invitation(1, 'Bal')
  fakeApi({
    'GET /frontend/participant/invitations': () =>
      Response.json([{ ...one, evenement: { ...evenement, statut: 'ANNULE' } }]),
  })
  await showScreen(<InvitationList />)
  await expect.element(button('Bal', 'Refuser')).toBeVisible()
  await expect.element(button('Bal', 'Accepter')).not.toBeInTheDocument()
})

test('says in place of the ticket that the invitation of a mailed link was revoked', async () => {
  const link = [() => Response.json({ ...invitation(1, 'Bal'), token: 'abc' })]
  const revoked = () => refusal(404, 'invitation.introuvable', 'Invitation non trouvée')
  fakeApi({
    'GET /frontend/participant/invitations': () => Response.json([]),
    'GET /frontend/participant/invitations/abc': () => (link.shift() ?? revoked)(),
    'POST /frontend/participant/invitations/1/repondre': revoked,
  })
  await showScreen(<InvitationList token="abc" />)
  await button('Bal', 'Refuser').click()
  await expect.element(page.getByRole('alert').getByText(/Elle n.est plus valable/)).toBeVisible()
  await expect.element(page.getByRole('article')).not.toBeInTheDocument()
})

test('moves the focus to the nearest heading when a retry loads the invitations', async () => {
  const answers = [refusal(500, 'interne', 'Panne')]
  fakeApi({ 'GET /frontend/participant/invitations': () => answers.shift() ?? Response.json([invitation(1, 'Bal')]) })
  await showScreen(
    <main>
      <h1>Événements</h1>
      <InvitationList />
    </main>,
  )
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await expect.element(button('Bal', 'Refuser')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Événements' })).toHaveFocus()
})

test('names what cannot be loaded, and says that the device is offline', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  fakeApi({ 'GET /frontend/participant/invitations': () => Promise.reject(new TypeError('no network')) })
  await showScreen(<InvitationList />)
  const message = page.getByRole('alert')
  await expect.element(message.getByText('Impossible de charger vos invitations.')).toBeVisible()
  await expect.element(message.getByText(/^Vous êtes hors ligne/)).toBeVisible()
})

test('says that the server did not answer when an answer was not stored', async () => {
  fakeApi({
    'GET /frontend/participant/invitations': () => Response.json([invitation(1, 'Bal')]),
    'POST /frontend/participant/invitations/1/repondre': () => Promise.reject(new TypeError('no network')),
  })
  await showScreen(<InvitationList />)
  await button('Bal', 'Accepter').click()
  await expect
    .poll(() => toasts.shown.get())
    .toMatchObject({ title: 'Le serveur ne répond pas. Vérifiez votre connexion.' })
})
