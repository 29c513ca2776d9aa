// First import: it declares the order of the style layers.
import { showScreen } from '../../screen.tsx'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { signIn } from '#src/api/session.ts'
import { AppareilsSection } from '#src/features/utilisateur/AppareilsSection.tsx'
import { tokenOfGuest } from '../../enteredGuest.ts'
import { endFakeApi, fakeApi } from '../../fakeApi.ts'

const dates = { dateConnexion: '2026-06-13T10:00:00.000Z', derniereActivite: '2026-06-13T10:00:00.000Z' }
const appareils = [
  { id: '1', nom: 'Safari sur iPhone', estActuel: true, ...dates },
  { id: '2', nom: 'Chrome sur Android', estActuel: false, ...dates },
]

afterEach(endFakeApi)

test.each([
  { who: 'an account', isGuest: false, words: /il faudra de nouveau votre mot de passe/ },
  { who: 'a guest', isGuest: true, words: /il faudra un nouveau code/ },
])('says what the other devices of $who need to come back', async ({ isGuest, words }) => {
  fakeApi({ 'GET /auth/appareils': () => Response.json(appareils) })
  if (isGuest) signIn({ token: tokenOfGuest(3), nom: '', prenom: 'Marie' }, false)
  await showScreen(<AppareilsSection />)
  await page.getByRole('button', { name: 'Déconnecter les autres appareils' }).click()
  await expect.element(page.getByRole('alertdialog').getByText(words)).toBeVisible()
})
