// First import: it declares the order of the style layers.
import { showScreen } from '../../screen.tsx'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { currentSession } from '#src/api/session.ts'
import { LogoutControl } from '#src/features/navigation/LogoutControl.tsx'
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
