// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { phrases } from '#domain/texte/phrases.ts'
import { signIn, signOut } from '#src/api/session.ts'
import { InviteForm } from '#src/features/invitation/InviteForm.tsx'
import { endFakeApi, fakeApi, refusal } from '../../fakeApi.ts'
import { unToken } from '../../token.ts'

const inviter = 'POST /frontend/organisateur/evenements/7/inviter'
const inviterInscription = 'POST /frontend/organisateur/evenements/7/inviter-inscription'
const sentence = 'Cette personne est déjà invitée ou inscrite.'
const alreadyInvited = () => refusal(409, 'invitation.deja_envoyee', sentence)
const unknown = () => refusal(404, 'invitation.utilisateur_inconnu', phrases.invitationUtilisateurNonTrouve)

async function invite(email: string) {
  await showScreen(<InviteForm evenementId={7} />)
  await page.getByLabelText('Adresse email').fill(email)
  await page.getByRole('button', { name: "Envoyer l'invitation" }).click()
}

afterEach(() => {
  endFakeApi()
  signOut('expired')
  sessionStorage.clear()
})

test.for(['Léa Dupont <lea@exemple.fr>', 'mailto:lea@exemple.fr', 'lea@exemple.fr.'])(
  'invites lea@exemple.fr for %s',
  async (typed) => {
    const bodies: unknown[] = []
    fakeApi({
      [inviter]: async (request) => {
        bodies.push(await request.json())
        return refusal(409, 'invitation.deja_envoyee', sentence)
      },
    })
    await invite(typed)
    await expect.poll(() => bodies).toEqual([{ email: 'lea@exemple.fr' }])
  },
)

test('says that a person is already invited, without an alert', async () => {
  fakeApi({ [inviter]: alreadyInvited })
  await invite('karim@demo.eclats.test')
  await expect.element(page.getByRole('status')).toHaveTextContent(`${phrases.invitationErreur}${sentence}`)
  await expect.element(page.getByRole('alert')).toHaveTextContent('')
})

test('says that a person without an account is already invited, not that the account does not exist', async () => {
  fakeApi({ [inviter]: unknown, [inviterInscription]: alreadyInvited })
  await invite('zoe@demo.eclats.test')
  await expect.element(page.getByRole('status')).toHaveTextContent(`${phrases.invitationErreur}${sentence}`)
  await expect.element(page.getByText(phrases.invitationInconnu)).not.toBeInTheDocument()
})

test('says that an invitation is sent when it is repeated after its answer was lost', async () => {
  let isLost = true
  fakeApi({ [inviter]: () => (isLost ? Promise.reject(new TypeError('no network')) : alreadyInvited()) })
  await invite('karim@demo.eclats.test')
  await expect.element(page.getByText('Le serveur ne répond pas.', { exact: false })).toBeVisible()
  isLost = false
  await page.getByRole('button', { name: "Envoyer l'invitation" }).click()
  await expect.element(page.getByText('Invitation envoyée à karim@', { exact: false })).toBeVisible()
})

test('shows why an invitation was not sent', async () => {
  const cancelled = 'Cet événement est annulé.'
  fakeApi({ [inviter]: () => refusal(409, 'invitation.evenement_annule', cancelled) })
  await invite('karim@demo.eclats.test')
  await expect.element(page.getByRole('alert')).toHaveTextContent(`${phrases.invitationErreur}${cancelled}`)
})

test('moves the focus to the heading when several addresses replace the field', async () => {
  await showScreen(
    <section>
      <h2>Inviter</h2>
      <InviteForm evenementId={7} />
    </section>,
  )
  const heading = page.getByRole('heading', { name: 'Inviter' })
  await page.getByLabelText('Adresse email').fill('lea@demo.eclats.test, karim@demo.eclats.test')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('2 adresses collées', { exact: false })).toBeVisible()
  await expect.element(heading).toHaveFocus()
  await page.getByRole('button', { name: 'Annuler' }).click()
  await expect.element(page.getByLabelText('Adresse email')).toBeVisible()
  await expect.element(heading).toHaveFocus()
})

test('keeps the address that is typed while the one before is sent', async () => {
  const sent = Promise.withResolvers<Response>()
  fakeApi({ [inviter]: () => sent.promise })
  await invite('karim@demo.eclats.test')
  await expect.element(page.getByRole('button')).toHaveAttribute('aria-busy', 'true')
  const field = page.getByLabelText('Adresse email')
  await field.fill('zoe@demo.eclats.test')
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  sent.resolve(Response.json({ id: 12, email: 'karim@demo.eclats.test', statut: 'EN_ATTENTE', message: 'Envoyée' }))
  // The form gives the focus back once the invitation is sent.
  await expect.element(field).toHaveFocus()
  await expect.element(field).toHaveValue('zoe@demo.eclats.test')
})

async function paste(text: string) {
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', text)
  await expect.element(page.getByLabelText('Adresse email')).toBeVisible()
  page
    .getByLabelText('Adresse email')
    .element()
    .dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
}
const row = (address: string) => page.getByRole('listitem').filter({ hasText: address })
const kept = () => Object.keys(sessionStorage).filter((key) => key.startsWith('eclats.brouillon'))

test('restores pasted addresses when the form was closed, until they are sent or discarded', async () => {
  signIn({ token: unToken({ role: 'ORGANISATEUR' }), nom: 'Delmas', prenom: 'Claire' }, false)
  await showScreen(<InviteForm evenementId={7} />)
  await paste('lea@demo.eclats.test, karim@demo.eclats.test')
  await page.getByRole('button', { name: 'Retirer lea@demo.eclats.test' }).click()
  clearScreen()
  await showScreen(<InviteForm evenementId={8} />)
  await expect.element(page.getByLabelText('Adresse email')).toBeVisible()
  clearScreen()
  await showScreen(<InviteForm evenementId={7} />)
  await expect.element(row('karim').getByText('À envoyer')).toBeVisible()
  await expect.element(row('lea')).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Annuler' }).click()
  await expect.element(page.getByLabelText('Adresse email')).toBeVisible()
  expect(kept()).toEqual([])
  clearScreen()

  await showScreen(<InviteForm evenementId={7} />)
  await paste('lea@demo.eclats.test, karim@demo.eclats.test')
  fakeApi({ [inviter]: () => Response.json({ id: 12, email: '', statut: 'EN_ATTENTE', message: '' }) })
  await page.getByRole('button', { name: 'Envoyer 2 invitations' }).click()
  await expect.element(page.getByText('2 invitations envoyées sur 2')).toBeVisible()
  expect(kept()).toEqual([])
})

test('restores the addresses of a form closed while it sent, and counts those sent since as sent', async () => {
  signIn({ token: unToken({ role: 'ORGANISATEUR' }), nom: 'Delmas', prenom: 'Claire' }, false)
  const held = Promise.withResolvers<Response>()
  const calls = fakeApi({ [inviter]: () => held.promise })
  await showScreen(<InviteForm evenementId={7} />)
  await paste('lea@demo.eclats.test, karim@demo.eclats.test')
  await page.getByRole('button', { name: 'Envoyer 2 invitations' }).click()
  await expect.poll(() => calls).toContain(inviter)
  clearScreen()
  await showScreen(<InviteForm evenementId={7} />)
  await expect.element(row('lea').getByText('À envoyer')).toBeVisible()
  fakeApi({ [inviter]: alreadyInvited })
  await page.getByRole('button', { name: 'Envoyer 2 invitations' }).click()
  await expect.element(page.getByText('2 invitations envoyées sur 2')).toBeVisible()
  held.resolve(alreadyInvited())
  await expect.poll(kept).toEqual([])
})
