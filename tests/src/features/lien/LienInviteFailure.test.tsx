// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { phrases } from '#domain/texte/phrases.ts'
import type { LienPublic } from '#domain/lien/lien.ts'
import { LienInvite } from '#src/features/lien/LienInvite.tsx'

vi.mock(import('#src/pwa/queue/queueRuntime.ts'), () => {
  throw new TypeError('a chunk did not load')
})

const lien = {
  entree: 'DIRECTE',
  identite: 'PRENOM',
  ouvert: true,
  evenement: { id: 7, titre: 'Bal', fuseau: 'Europe/Paris', galeriePour: 'PENDANT' },
} as LienPublic

afterEach(clearScreen)

test('says that the entry has failed when the queue of photos cannot be loaded', async () => {
  await showScreen(<LienInvite code="abcdefghijklmnopqrstuv" lien={lien} politique={null} />)
  await page.getByLabelText('Votre prénom').fill('Zoé')
  await page.getByLabelText("J'accepte que mes photos servent à cela").click()
  await page.getByRole('button', { name: 'Participer' }).click()
  await expect.element(page.getByText(phrases.erreurSurvenue)).toBeVisible()
})
