// First import: it declares the order of the style layers.
import { showScreen } from '../../screen.tsx'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { phrases } from '#domain/texte/phrases.ts'
import { Demandes } from '#src/features/moderation/Demandes.tsx'
import { endFakeApi, fakeApi, refusal } from '../../fakeApi.ts'

const list = 'GET /frontend/organisateur/evenements/7/demandes-retrait'

afterEach(endFakeApi)

test('explains the empty list when there is no removal request', async () => {
  fakeApi({ [list]: () => Response.json([]) })
  await showScreen(<Demandes evenementId={7} />)
  await expect.element(page.getByRole('heading', { name: 'Aucune demande de retrait en attente' })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Demandes traitées' })).not.toBeInTheDocument()
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
  isDown = false
  await retry.click()
  await expect.element(page.getByRole('heading', { name: 'Aucune demande de retrait en attente' })).toBeVisible()
})
