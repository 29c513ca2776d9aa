// First import: it declares the order of the style layers.
import { showScreen } from '../../screen.tsx'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { currentSession, signIn } from '#src/api/session.ts'
import { LogoutControl } from '#src/features/navigation/LogoutControl.tsx'
import { tokenOfGuest } from '../../enteredGuest.ts'
import { endFakeApi, fakeApi } from '../../fakeApi.ts'

afterEach(endFakeApi)

test('shows that the logout is going on when the server takes long to answer', async () => {
  const answer = Promise.withResolvers<Response>()
  const calls = fakeApi({ 'POST /auth/logout': () => answer.promise })
  await showScreen(<LogoutControl />)
  await page.getByRole('button', { name: 'Déconnexion' }).click()
  await expect.element(page.getByRole('alertdialog', { name: 'Déconnexion en cours' })).toBeVisible()
  expect(currentSession()).not.toBeNull()
  answer.resolve(new Response(null, { status: 204 }))
  await expect.poll(currentSession).toBeNull()
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
  expect(calls).toEqual(['POST /auth/logout'])
})

test('warns a guest that unsent photos are erased, also when the device cannot be read now', async () => {
  fakeApi({})
  signIn({ token: tokenOfGuest(61), nom: '', prenom: 'Marie' }, false)
  await showScreen(<LogoutControl />)
  await page.getByRole('button', { name: 'Déconnexion' }).click()
  await expect.element(page.getByText('Les photos qui ne sont pas encore parties seront effacées.')).toBeVisible()
})
