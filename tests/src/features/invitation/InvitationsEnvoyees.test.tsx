// First import: it declares the order of the style layers.
import { showScreen } from '../../screen.tsx'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { InvitationEnvoyee } from '#domain/invitation/invitation.ts'
import { InvitationsEnvoyees } from '#src/features/invitation/InvitationsEnvoyees.tsx'
import { endFakeApi, fakeApi, refusal } from '../../fakeApi.ts'

const list = 'GET /frontend/organisateur/evenements/7/invitations'
const pending: InvitationEnvoyee = {
  id: 12,
  email: 'tom@demo.eclats.test',
  statut: 'EN_ATTENTE',
  dateEnvoi: '2026-06-01T10:00:00.000Z',
  reponduLe: null,
  revoqueLe: null,
  aUnCompte: true,
}
const button = (name: RegExp) => page.getByRole('button', { name })

afterEach(endFakeApi)

test('says that no invitation was sent', async () => {
  fakeApi({ [list]: () => Response.json([]) })
  await showScreen(<InvitationsEnvoyees evenementId={7} />)
  await expect.element(page.getByText('Aucune invitation pour le moment.')).toBeVisible()
})

test('offers no action for an answered or a revoked invitation', async () => {
  const answered = { ...pending, id: 13, statut: 'ACCEPTEE', reponduLe: '2026-06-02T10:00:00.000Z' } as const
  const revoked = { ...pending, id: 14, revoqueLe: '2026-06-02T10:00:00.000Z' }
  fakeApi({ [list]: () => Response.json([answered, revoked]) })
  await showScreen(<InvitationsEnvoyees evenementId={7} />)
  await expect.element(page.getByText('Révoquée', { exact: true })).toBeVisible()
  await expect.element(button(/^(Renvoyer|Révoquer)/)).not.toBeInTheDocument()
})

test('shows in the row why the server refused to send an invitation again', async () => {
  fakeApi({
    [list]: () => Response.json([pending]),
    'POST /frontend/organisateur/invitations/12/renvoyer': () =>
      refusal(429, 'requete.trop_de_tentatives', 'Réessayez dans une heure.'),
  })
  await showScreen(<InvitationsEnvoyees evenementId={7} />)
  await button(/^Renvoyer/).click()
  await expect.element(page.getByText('Invitation non renvoyée.', { exact: false })).toBeVisible()
  await expect.element(page.getByText('Réessayez dans une heure.', { exact: false })).toBeVisible()
})

test('moves the focus to the next invitation, then to the heading, when one is revoked', async () => {
  let all = [pending, { ...pending, id: 13, email: 'zoe@demo.eclats.test' }]
  const revoke = (id: number) => () => {
    all = all.map((one) => (one.id === id ? { ...one, revoqueLe: '2026-06-02T10:00:00.000Z' } : one))
    return Response.json(all.find((one) => one.id === id))
  }
  fakeApi({
    [list]: () => Response.json(all),
    'DELETE /frontend/organisateur/invitations/12': revoke(12),
    'DELETE /frontend/organisateur/invitations/13': revoke(13),
  })
  const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Révoquer' })
  await showScreen(<InvitationsEnvoyees evenementId={7} />)
  await button(/^Révoquer.*tom@/).click()
  await confirm.click()
  await expect.element(button(/^Révoquer.*zoe@/)).toHaveFocus()
  await button(/^Révoquer.*zoe@/).click()
  await confirm.click()
  await expect.element(page.getByRole('heading', { name: 'Invitations envoyées' })).toHaveFocus()
})

test('moves the focus to the next invitation when one is answered while it is sent again', async () => {
  const other = { ...pending, id: 13, email: 'zoe@demo.eclats.test' }
  let first: InvitationEnvoyee = pending
  fakeApi({
    [list]: () => Response.json([first, other]),
    'POST /frontend/organisateur/invitations/12/renvoyer': () => {
      first = { ...pending, statut: 'ACCEPTEE', reponduLe: '2026-06-02T10:00:00.000Z' }
      return refusal(409, 'invitation.sans_attente', "Cette invitation n'attend plus de réponse.")
    },
  })
  await showScreen(<InvitationsEnvoyees evenementId={7} />)
  await button(/^Renvoyer.*tom@/).click()
  await expect.element(button(/^Renvoyer.*zoe@/)).toHaveFocus()
})

test('disables both actions without network', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  fakeApi({ [list]: () => Response.json([pending]) })
  await showScreen(<InvitationsEnvoyees evenementId={7} />)
  await expect.element(button(/^Renvoyer/)).toBeDisabled()
  await expect.element(button(/^Révoquer/)).toBeDisabled()
})
