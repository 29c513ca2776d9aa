// First import: it declares the order of the style layers.
import { showScreen } from '../../screen.tsx'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { type DemandeRetraitRecue, raisonRetrait } from '#domain/demandeRetrait/demandeRetrait.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { Demandes } from '#src/features/moderation/Demandes.tsx'
import { unMediaVu } from '#tests/support/mediaVu.ts'
import { endFakeApi, fakeApi, refusal } from '../../fakeApi.ts'
import { setDeviceClock } from '../../deviceClock.ts'

const demande = (id: number, change: Partial<DemandeRetraitRecue> = {}): DemandeRetraitRecue => ({
  id,
  media_id: id,
  motif: `Motif ${id}`,
  mineur: false,
  statut: 'EN_ATTENTE',
  creeLe: '2026-06-01T10:00:00.000Z',
  decideLe: null,
  demandeur: { id: 20 + id, prenom: 'Karim', nom: `Numéro ${id}` },
  media: unMediaVu(id, { statut: 'VALIDE' }),
  ...change,
})
const buttonOf = (id: number, name: string) =>
  page.getByRole('article', { name: `Karim Numéro ${id}` }).getByRole('button', { name, exact: true })

const list = 'GET /frontend/organisateur/evenements/7/demandes-retrait'

afterEach(endFakeApi)

test('explains the empty list when there is no removal request', async () => {
  fakeApi({ [list]: () => Response.json([]) })
  await showScreen(<Demandes evenementId={7} />)
  await expect.element(page.getByRole('heading', { name: 'Aucune demande de retrait en attente' })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Demandes traitées' })).not.toBeInTheDocument()
})

test("names the day of a request and of its answer when the device's clock is a day behind", async () => {
  const now = Date.parse('2026-06-14T10:00:00.000Z')
  setDeviceClock(now, -1)
  const yesterday = '2026-06-13T10:00:00.000Z'
  const answered = demande(1, { statut: 'REFUSEE', creeLe: yesterday, decideLe: yesterday })
  fakeApi({ [list]: () => Response.json([answered]) })
  await showScreen(<Demandes evenementId={7} />)
  await expect.element(page.getByText(/Demande reçue le sam\. 13 juin à/)).toBeVisible()
  await expect.element(page.getByText(/^Gardé dans l'album le sam\. 13 juin à/)).toBeVisible()
})

test("shows the server's sentence without a retry for the event of another organiser", async () => {
  fakeApi({ [list]: () => refusal(403, 'evenement.acces_refuse', "Cet événement n'est pas le vôtre.") })
  await showScreen(<Demandes evenementId={7} />)
  await expect.element(page.getByText("Cet événement n'est pas le vôtre.")).toBeVisible()
  await expect.element(page.getByRole('button', { name: phrases.reessayer })).not.toBeInTheDocument()
})

test('loads the list again by the retry after a failure', async () => {
  let isDown = true
  fakeApi({ [list]: () => (isDown ? Response.json({}, { status: 500 }) : Response.json([])) })
  await showScreen(<Demandes evenementId={7} />)
  const retry = page.getByRole('button', { name: phrases.reessayer })
  await expect.element(retry).toBeVisible()
  await expect.element(page.getByText('Impossible de charger les demandes de retrait.')).toBeVisible()
  isDown = false
  await retry.click()
  await expect.element(page.getByRole('heading', { name: 'Aucune demande de retrait en attente' })).toBeVisible()
})

test('moves the focus to the next request, then to the heading, when the request of the focused button is answered', async () => {
  const demandes = new Map([1, 2].map((id) => [id, demande(id)]))
  const change = (id: number, to: Partial<DemandeRetraitRecue>) => () => {
    demandes.set(id, demande(id, to))
    return Response.json(demandes.get(id))
  }
  const hidden = { media: unMediaVu(1, { statut: 'REJETE', raison: raisonRetrait }) }
  const decideLe = '2026-06-01T11:00:00.000Z'
  fakeApi({
    [list]: () => Response.json([...demandes.values()]),
    'POST /frontend/organisateur/demandes-retrait/1/masquer': change(1, hidden),
    'POST /frontend/organisateur/demandes-retrait/1/decider': change(1, { statut: 'REFUSEE', decideLe }),
    'POST /frontend/organisateur/demandes-retrait/2/decider': change(2, { statut: 'ACCEPTEE', decideLe }),
  })
  await showScreen(<Demandes evenementId={7} />)
  await buttonOf(1, 'Masquer tout de suite').click()
  await expect.element(buttonOf(1, "Garder dans l'album")).toHaveFocus()
  await buttonOf(1, "Garder dans l'album").click()
  await expect.element(buttonOf(2, "Garder dans l'album")).toHaveFocus()
  await buttonOf(2, 'Retirer le média').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Retirer', exact: true }).click()
  await expect.element(page.getByRole('heading', { name: 'Aucune demande de retrait en attente' })).toHaveFocus()
})

test('says whether a minor is on a photo or on a video', async () => {
  const requests = [
    demande(1, { mineur: true }),
    demande(2, { mineur: true, media: unMediaVu(2, { type: 'VIDEO', statut: 'VALIDE' }) }),
  ]
  fakeApi({ [list]: () => Response.json(requests) })
  await showScreen(<Demandes evenementId={7} />)
  await expect.element(page.getByText('Un mineur sur la photo')).toBeVisible()
  await expect.element(page.getByText('Un mineur sur la vidéo')).toBeVisible()
})

test('offers neither to hide nor to keep in the album a media that is rejected for another reason', async () => {
  const media = unMediaVu(1, { statut: 'REJETE', raison: 'Photo floue' })
  fakeApi({ [list]: () => Response.json([demande(1, { media })]) })
  await showScreen(<Demandes evenementId={7} />)
  await expect.element(page.getByText('Déjà rejeté')).toBeVisible()
  await expect.element(buttonOf(1, 'Refuser la demande')).toBeVisible()
  for (const name of ['Masquer tout de suite', "Garder dans l'album"])
    await expect.element(buttonOf(1, name)).not.toBeInTheDocument()
})

test('offers neither to hide nor to keep in the album a media that is in the bin', async () => {
  const media = unMediaVu(1, { statut: 'SUPPRIME' })
  let answered = demande(1, { media })
  fakeApi({
    [list]: () => Response.json([answered]),
    'POST /frontend/organisateur/demandes-retrait/1/decider': () => {
      answered = demande(1, { media, statut: 'REFUSEE', decideLe: '2026-06-01T11:00:00.000Z' })
      return Response.json(answered)
    },
  })
  await showScreen(<Demandes evenementId={7} />)
  await expect.element(page.getByText("Déjà retiré de l'album")).toBeVisible()
  await expect.element(buttonOf(1, 'Retirer définitivement')).toBeVisible()
  for (const name of ['Masquer tout de suite', "Garder dans l'album", 'Retirer le média'])
    await expect.element(buttonOf(1, name)).not.toBeInTheDocument()
  await buttonOf(1, 'Refuser la demande').click()
  await expect.element(page.getByText(/^Demande refusée /)).toBeVisible()
})
