// First import: it declares the order of the style layers.
import { showScreen } from '../../screen.tsx'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { newEnvoi } from '#src/features/invitation/envois.ts'
import { InviteMany } from '#src/features/invitation/InviteMany.tsx'
import { endFakeApi, fakeApi, refusal } from '../../fakeApi.ts'

const inviter = 'POST /frontend/organisateur/evenements/7/inviter'
const inviterInscription = 'POST /frontend/organisateur/evenements/7/inviter-inscription'
const begun = ['lea@demo.eclats.test', 'karim@demo.eclats.test', 'nina@demo.eclats.test'].map(newEnvoi)
const failure = page.getByText('Le serveur ne répond pas. Vérifiez votre connexion.')
const toSend = 'À envoyer'
const row = (address: string) => page.getByRole('listitem').filter({ hasText: address })
const send = (name: string) => page.getByRole('button', { name, exact: true })

const noNetwork = () => Promise.reject(new TypeError('no network'))
const invited = () =>
  Response.json({ id: 12, email: 'x@demo.eclats.test', statut: 'EN_ATTENTE', message: 'Invitation envoyée' })
const alreadyInvited = () => refusal(409, 'invitation.deja_envoyee', 'Cette personne est déjà invitée ou inscrite.')
const unknown = () => refusal(404, 'invitation.utilisateur_inconnu', 'Utilisateur non trouvé')

/** The given answers, one a call, in this order. */
function inTurn(...answers: readonly (() => Response | Promise<Response>)[]): () => Response | Promise<Response> {
  const left = [...answers]
  return () => (left.shift() ?? noNetwork)()
}

afterEach(endFakeApi)

test('keeps the addresses to send when the connection is lost, and sends them at the next click', async () => {
  const calls = fakeApi({ [inviter]: inTurn(invited, noNetwork, invited, invited) })
  await showScreen(<InviteMany evenementId={7} begun={begun} onDone={() => {}} />)
  await send('Envoyer 3 invitations').click()
  await expect.element(failure).toBeVisible()
  await expect.element(row('lea').getByText('Invitation envoyée')).toBeVisible()
  await expect.element(row('karim').getByText(toSend)).toBeVisible()
  await expect.element(row('nina').getByText(toSend)).toBeVisible()
  expect(calls.filter((call) => call === inviter)).toHaveLength(2)

  await send('Envoyer 2 invitations').click()
  await expect.element(page.getByText('3 invitations envoyées sur 3')).toBeVisible()
  await expect.element(failure).not.toBeInTheDocument()
  expect(calls.filter((call) => call === inviter)).toHaveLength(4)
})

test('keeps the addresses to send when the server takes no more for now, and says until when', async () => {
  const limit = 'Trop de tentatives. Réessayez dans 15 min.'
  const calls = fakeApi({
    [inviter]: inTurn(invited, () => refusal(429, 'requete.trop_de_tentatives', limit), invited),
  })
  await showScreen(<InviteMany evenementId={7} begun={begun} onDone={() => {}} />)
  await send('Envoyer 3 invitations').click()
  await expect.element(page.getByText(limit)).toBeVisible()
  expect(calls.filter((call) => call === inviter)).toHaveLength(2)
  await expect.element(row('nina').getByText(toSend)).toBeVisible()
  await expect.element(send('Envoyer 2 invitations')).toBeEnabled()
})

test('keeps the addresses to send when the server fails', async () => {
  const calls = fakeApi({ [inviter]: inTurn(invited, () => new Response('Bad Gateway', { status: 502 }), invited) })
  await showScreen(<InviteMany evenementId={7} begun={begun} onDone={() => {}} />)
  await send('Envoyer 3 invitations').click()
  await expect.element(page.getByText("Impossible d'envoyer l'invitation.")).toBeVisible()
  expect(calls.filter((call) => call === inviter)).toHaveLength(2)
  await expect.element(row('karim').getByText(toSend)).toBeVisible()
  await expect.element(send('Envoyer 2 invitations')).toBeEnabled()
})

for (const [status, code, reason] of [
  [400, 'invitation.quota', "Quota d'invitations dépassé pour votre abonnement."],
  [409, 'inscription.complet', "L'événement est complet."],
] as const)
  test(`keeps the addresses to send when no place is left (${code})`, async () => {
    const full = () => refusal(status, code, reason)
    const calls = fakeApi({ [inviter]: inTurn(invited, full, alreadyInvited, invited) })
    await showScreen(<InviteMany evenementId={7} begun={begun} onDone={() => {}} />)
    await send('Envoyer 3 invitations').click()
    await expect.element(page.getByRole('alert').getByText(reason)).toBeVisible()
    expect(calls.filter((call) => call === inviter)).toHaveLength(2)
    await expect.element(row('nina').getByText(toSend)).toBeVisible()

    await send('Envoyer 2 invitations').click()
    await expect.element(row('karim').getByText('Cette personne est déjà invitée ou inscrite.')).toBeVisible()
    await expect.element(row('nina').getByText('Invitation envoyée')).toBeVisible()
  })

test('sends to the other addresses when one has received enough invitations for today', async () => {
  const limit = 'Cette adresse a déjà reçu plusieurs invitations de votre part. Réessayez dans 24 h.'
  fakeApi({ [inviter]: inTurn(() => refusal(429, 'invitation.trop_d_envois', limit), invited, invited) })
  await showScreen(<InviteMany evenementId={7} begun={begun} onDone={() => {}} />)
  await send('Envoyer 3 invitations').click()
  await expect.element(page.getByText('2 invitations envoyées sur 3')).toBeVisible()
  await expect.element(row('lea').getByText(limit)).toBeVisible()
})

test('does not send to an address that is removed while the others are sent', async () => {
  const first = Promise.withResolvers<Response>()
  const calls = fakeApi({ [inviter]: inTurn(() => first.promise, invited, invited) })
  await showScreen(<InviteMany evenementId={7} begun={begun} onDone={() => {}} />)
  await send('Envoyer 3 invitations').click()
  await page.getByRole('button', { name: 'Retirer karim@demo.eclats.test' }).click()
  first.resolve(invited())
  await expect.element(page.getByText('2 invitations envoyées sur 2')).toBeVisible()
  expect(calls.filter((call) => call === inviter)).toHaveLength(2)
})

test('counts an invitation whose answer was lost as sent when the server says that it exists', async () => {
  fakeApi({ [inviter]: inTurn(noNetwork, alreadyInvited, alreadyInvited, invited) })
  await showScreen(<InviteMany evenementId={7} begun={begun} onDone={() => {}} />)
  await send('Envoyer 3 invitations').click()
  await send('Envoyer 3 invitations').click()
  await expect.element(page.getByText('2 invitations envoyées sur 3')).toBeVisible()
  await expect.element(row('lea').getByText('Invitation envoyée')).toBeVisible()
  await expect.element(row('karim').getByText('Cette personne est déjà invitée ou inscrite.')).toBeVisible()
})

test('repeats the invitation to create an account when its answer was lost', async () => {
  fakeApi({ [inviter]: unknown, [inviterInscription]: inTurn(noNetwork, alreadyInvited) })
  await showScreen(<InviteMany evenementId={7} begun={[newEnvoi('zoe@demo.eclats.test')]} onDone={() => {}} />)
  await send('Envoyer 1 invitation').click()
  await expect.element(failure).toBeVisible()
  await expect.element(row('zoe').getByText(toSend)).toBeVisible()
  await send('Envoyer 1 invitation').click()
  await expect.element(row('zoe').getByText('Invitée à créer un compte')).toBeVisible()
})

test('moves the focus to the next address when one is removed, and to the heading when all are sent', async () => {
  fakeApi({ [inviter]: invited })
  await showScreen(
    <section>
      <h2>Inviter</h2>
      <InviteMany evenementId={7} begun={begun} onDone={() => {}} />
    </section>,
  )
  await page.getByRole('button', { name: 'Retirer karim@demo.eclats.test' }).click()
  await expect.element(page.getByRole('button', { name: 'Retirer nina@demo.eclats.test' })).toHaveFocus()
  await send('Envoyer 2 invitations').click()
  await expect.element(page.getByText('2 invitations envoyées sur 2')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Inviter' })).toHaveFocus()
})
