// First import: it declares the order of the style layers.
import { showScreen } from '../../screen.tsx'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { signIn } from '#src/api/session.ts'
import { ParticipantEvenementPage } from '#src/features/evenement/ParticipantEvenementPage.tsx'
import { ParticipantEvenementsPage } from '#src/features/evenement/ParticipantEvenementsPage.tsx'
import { tokenOfGuest } from '../../enteredGuest.ts'
import { endFakeApi, fakeApi, refusal } from '../../fakeApi.ts'
import { unToken } from '../../token.ts'

afterEach(endFakeApi)

const guest = { token: tokenOfGuest(3), says: /L'organisateur (a supprimé|l'a supprimé)/, saysNot: /invite|adresse/ }
const account = { token: unToken({}), says: /invite/, saysNot: /supprimé/ }

test.each([guest, account])('says why there is no event without promising a guest one', async (person) => {
  fakeApi({ 'GET /inscriptions/me/evenements-inscrits': () => Response.json([]) })
  signIn({ token: person.token, nom: '', prenom: 'Marie' }, false)
  await showScreen(
    <ParticipantEvenementsPage
      utilisateurId={3}
      invitations={null}
      areInvitationsLoading={false}
      invitationsLead={false}
      onAdd={() => {}}
    />,
  )
  await expect.element(page.getByRole('main')).toMatchTextContent(person.says)
  expect(page.getByRole('main').element().textContent).not.toMatch(person.saysNot)
})

test.each([guest, account])('says why an event is closed without sending a guest for an invitation', async (person) => {
  const absent = refusal(404, 'evenement.introuvable', 'Événement non trouvé')
  fakeApi({ 'GET /frontend/participant/evenements/7': () => absent })
  signIn({ token: person.token, nom: '', prenom: 'Marie' }, false)
  await showScreen(
    <ParticipantEvenementPage id={7} utilisateurId={3} picked={0} onAdd={() => {}} album={null} gallery={null} />,
  )
  await expect.element(page.getByRole('main')).toMatchTextContent(person.says)
  expect(page.getByRole('main').element().textContent).not.toMatch(person.saysNot)
})
