// First import: it declares the order of the style layers.
import { showScreen } from '../screen.tsx'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { type ErrorCode, errors } from '#domain/contract/errors.ts'
import type { Utilisateur } from '#domain/utilisateur/utilisateur.ts'
import { useDeleteEvenement } from '#src/features/evenement/evenementsSupprimes.queries.ts'
import { useParticiper } from '#src/features/inscription/inscription.queries.ts'
import { useFollowUp } from '#src/features/invitation/invitation.queries.ts'
import { useDeleteMedia } from '#src/features/media/media.queries.ts'
import { useDeleteUtilisateur } from '#src/features/utilisateur/administration.queries.ts'
import { useSignOutAppareil } from '#src/features/utilisateur/appareil.queries.ts'
import { useRelaxCleAcces, useRemoveCleAcces } from '#src/features/utilisateur/cleAcces.queries.ts'
import { useRemoveSecondFacteur } from '#src/features/utilisateur/secondFacteur.queries.ts'
import { endFakeApi, fakeApi, refusal } from '../fakeApi.ts'

/** A mutation hook with the input of its call; the tests do not use the rest of the mutation. */
interface Deletion {
  readonly mutate: () => void
  readonly status: string
}

function of<T>({ mutate, status }: { mutate: (input: T) => void; status: string }, input: T): Deletion {
  return { mutate: () => mutate(input), status }
}

const appareil = '0190a4e2-0000-7000-8000-000000000001'
const utilisateur: Utilisateur = {
  id: 3,
  email: 'lea@eclats.test',
  nom: 'Petit',
  prenom: 'Léa',
  role: 'PARTICIPANT',
  statutActif: true,
  dateCreation: '2026-06-01T10:00:00.000Z',
  invite: false,
}

/** The refusals are those that the server gives to the second of two equal requests. */
const deletions: readonly [path: string, code: ErrorCode, useDeletion: () => Deletion][] = [
  ['/frontend/organisateur/evenements/7', 'evenement.introuvable', () => of(useDeleteEvenement(), 7)],
  ['/frontend/participant/medias/7', 'media.introuvable', () => of(useDeleteMedia(1), 7)],
  [
    '/inscriptions/evenement/7/unregister',
    'inscription.introuvable',
    () => of(useParticiper(), { evenementId: 7, typeParticipation: null }),
  ],
  [
    '/inscriptions/evenement/7/unregister',
    'evenement.introuvable',
    () => of(useParticiper(), { evenementId: 7, typeParticipation: null }),
  ],
  [
    `/auth/appareils/${appareil}`,
    'appareil.introuvable',
    () =>
      of(
        useSignOutAppareil(() => undefined),
        appareil,
      ),
  ],
  [
    '/frontend/organisateur/invitations/7',
    'invitation.introuvable',
    () => of(useFollowUp(1), { invitation: { id: 7, email: utilisateur.email }, action: 'revoquer' }),
  ],
  ['/auth/cles-acces/7', 'cleAcces.introuvable', () => of(useRemoveCleAcces(), { id: 7 })],
  ['/auth/cles-acces/exigence', 'secondFacteur.inactif', () => of(useRelaxCleAcces(), { code: '123456' })],
  ['/auth/second-facteur', 'secondFacteur.inactif', () => of(useRemoveSecondFacteur(), { code: '123456' })],
  ['/users/3', 'utilisateur.introuvable', () => of(useDeleteUtilisateur(), utilisateur)],
]

afterEach(endFakeApi)

async function press(useDeletion: () => Deletion): Promise<void> {
  function Button() {
    const { mutate, status } = useDeletion()
    return <button onClick={mutate}>{status}</button>
  }
  await showScreen(<Button />)
  await page.getByRole('button').click()
}

test.each(deletions)(
  'DELETE %s: takes the refusal %s of a repeated request as done',
  async (path, code, useDeletion) => {
    fakeApi({ [`DELETE ${path}`]: () => refusal(errors[code].status, code, errors[code].message) })
    await press(useDeletion)
    await expect.element(page.getByRole('button', { name: 'success' })).toBeVisible()
  },
)

test.each(deletions)('DELETE %s: fails when the server refuses for another reason', async (path, _, useDeletion) => {
  fakeApi({ [`DELETE ${path}`]: () => refusal(403, 'acces.refuse', 'Accès refusé') })
  await press(useDeletion)
  await expect.element(page.getByRole('button', { name: 'error' })).toBeVisible()
})
