// First import: it declares the order of the style layers.
import { showScreen } from '../../screen.tsx'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { phrases } from '#domain/texte/phrases.ts'
import { InscriptionsPage } from '#src/features/inscription/InscriptionsPage.tsx'
import { endFakeApi, fakeApi, refusal } from '../../fakeApi.ts'

const participants = 'GET /frontend/organisateur/evenements/7/participants'
const inviter = page.getByRole('button', { name: 'Inviter' })
const nothing = () => undefined

function Inscriptions() {
  return (
    <InscriptionsPage
      evenementId={7}
      evenement={undefined}
      liens={new Map()}
      view={{ q: '', statut: 'TOUTES', lien: 'TOUS', tri: 'attente' }}
      onView={nothing}
      onInvite={nothing}
      prevenir={null}
      dialog={null}
    />
  )
}

afterEach(endFakeApi)

test('does not offer to invite to an event of another organiser', async () => {
  fakeApi({ [participants]: () => refusal(403, 'evenement.acces_refuse', "Vous n'êtes pas autorisé à consulter.") })
  await showScreen(<Inscriptions />)
  await expect.element(page.getByRole('alert').getByText(phrases.erreurChargement)).toBeVisible()
  expect(inviter.query()).toBeNull()
})

test('still offers to invite when the list cannot be loaded', async () => {
  fakeApi({ [participants]: () => Response.json({}, { status: 500 }) })
  await showScreen(<Inscriptions />)
  await expect.element(page.getByRole('button', { name: phrases.reessayer })).toBeVisible()
  await expect.element(inviter).toBeVisible()
})
