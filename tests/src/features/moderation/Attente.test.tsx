// First import: it declares the order of the style layers.
import { showScreen } from '../../screen.tsx'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { Attente } from '#src/features/moderation/Attente.tsx'
import { unMediaVu } from '#tests/support/mediaVu.ts'
import { endFakeApi, fakeApi } from '../../fakeApi.ts'

afterEach(endFakeApi)

const demande = {
  id: 1,
  media_id: 2,
  motif: '',
  mineur: false,
  statut: 'EN_ATTENTE',
  creeLe: '2025-06-20T19:08:00.000Z',
  decideLe: null,
  demandeur: { id: 9, prenom: 'Marie', nom: '' },
  media: unMediaVu(2),
}

test('names a guest without a surname by the first name alone in a removal request', async () => {
  fakeApi({ 'GET /frontend/organisateur/evenements/7/demandes-retrait': () => Response.json([demande]) })
  await showScreen(<Attente evenementId={7} waiting={0} />)
  await expect.element(page.getByRole('link', { name: /Je suis dessus\s*Marie, le ven\. 20 juin 2025/ })).toBeVisible()
})

test.each([
  { type: 'IMAGE', says: /Un mineur sur une photo/ },
  { type: 'VIDEO', says: /Un mineur sur une vidéo/ },
] as const)('says that a minor is on a $type', async ({ type, says }) => {
  const asked = { ...demande, mineur: true, media: unMediaVu(2, { type }) }
  fakeApi({ 'GET /frontend/organisateur/evenements/7/demandes-retrait': () => Response.json([asked]) })
  await showScreen(<Attente evenementId={7} waiting={0} />)
  await expect.element(page.getByRole('link', { name: says })).toBeVisible()
})
