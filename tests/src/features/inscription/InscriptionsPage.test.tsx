// First import: it declares the order of the style layers.
import { showScreen } from '../../screen.tsx'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { sentenceOf } from '#domain/contract/errors.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { InscriptionsPage } from '#src/features/inscription/InscriptionsPage.tsx'
import { toasts } from '#src/ui/toast/toastQueue.ts'
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

const pending = {
  id: 3,
  user: { id: 9, prenom: 'Paul', nom: 'Martin', email: 'paul@eclats.test', invite: false },
  dateInscription: '2026-06-01T10:00:00.000Z',
  statutInscription: 'EN_ATTENTE',
  typeParticipation: 'SUR_PLACE',
}

test.each([
  { after: [], status: 404, code: 'inscription.introuvable' },
  { after: [{ ...pending, statutInscription: 'ANNULE' }], status: 409, code: 'inscription.transition' },
] as const)('says why a registration is not validated when the answer is $code', async ({ after, status, code }) => {
  let isDecided = false
  const sentence = sentenceOf(code)
  fakeApi({
    [participants]: () => Response.json(isDecided ? after : [pending]),
    'PUT /inscriptions/3/statut': () => {
      isDecided = true
      return refusal(status, code, sentence)
    },
  })
  await showScreen(<Inscriptions />)
  await page.getByRole('button', { name: /^Valider/ }).click()
  await expect
    .poll(() => toasts.shown.get())
    .toMatchObject({ type: 'error', title: phrases.inscriptionErreurValidation, message: sentence })
  await expect.element(page.getByRole('button', { name: /^Valider/ })).not.toBeInTheDocument()
})
