// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { phrases } from '#domain/texte/phrases.ts'
import { LiveInvalidation } from '#src/api/live/liveInvalidation.ts'
import { signOut } from '#src/api/session.ts'
import { preferencesAvisQuery } from '#src/features/utilisateur/avis.queries.ts'
import { AvisSection } from '#src/features/utilisateur/AvisSection.tsx'
import { toasts } from '#src/ui/toast/toastQueue.ts'
import { endFakeApi, fakeApi } from '../../fakeApi.ts'

const read = 'GET /notifications/preferences'
const change = 'PUT /notifications/preferences'
const byMail = page.getByRole('switch', { name: /^Par e-mail/ })

afterEach(() => {
  endFakeApi()
  toasts.clear()
})

/** @returns the query cache of the section */
async function showSection(): Promise<QueryClient> {
  const found = Promise.withResolvers<QueryClient>()
  function Profil() {
    found.resolve(useQueryClient())
    return <AvisSection />
  }
  await showScreen(<Profil />)
  return found.promise
}

test('turns the switch back when the server does not save the choice', async () => {
  const answer = Promise.withResolvers<Response>()
  const calls = fakeApi({
    [read]: () => Response.json({ courriel: true }),
    [change]: () => answer.promise,
  })
  await showScreen(<AvisSection />)
  await expect.element(byMail).toBeChecked()
  await byMail.click()
  await expect.element(byMail).not.toBeChecked()
  answer.resolve(Response.json({}, { status: 500 }))
  await expect.element(byMail).toBeChecked()
  expect(calls).toContain(change)
})

test('shows the choice that the server has saved when its answer was lost', async () => {
  let courriel = true
  const calls = fakeApi({
    [read]: () => Response.json({ courriel }),
    [change]: () => {
      courriel = false
      return Promise.reject(new TypeError('no network'))
    },
  })
  await showScreen(<AvisSection />)
  await byMail.click()
  await expect.poll(() => calls).toEqual([read, change, read])
  await expect.element(byMail).not.toBeChecked()
})

test('shows the choice that the server has saved when it answers again after a longer outage', async () => {
  let isDown = false
  let courriel = true
  const calls = fakeApi({
    [read]: () => (isDown ? Promise.reject(new TypeError('no network')) : Response.json({ courriel })),
    [change]: () => {
      courriel = false
      isDown = true
      return Promise.reject(new TypeError('no network'))
    },
  })
  const client = await showSection()
  await byMail.click()
  await expect.poll(() => calls).toEqual([read, change, read])
  await expect.element(byMail).toBeChecked()
  isDown = false
  new LiveInvalidation(client).refresh('tout')
  await expect.element(byMail).not.toBeChecked()
})

test('sends a second choice after the answer to the first one, and shows the second one', async () => {
  const first = Promise.withResolvers<Response>()
  const answers = [first.promise, Promise.resolve(Response.json({ courriel: true }))]
  const calls = fakeApi({
    [read]: () => Response.json({ courriel: true }),
    [change]: () => answers.shift() ?? Response.json({}, { status: 500 }),
  })
  await showScreen(<AvisSection />)
  await byMail.click()
  await expect.element(byMail).not.toBeChecked()
  await byMail.click()
  await expect.element(byMail).toBeChecked()
  expect(calls).toEqual([read, change])
  first.resolve(Response.json({ courriel: false }))
  await expect.poll(() => calls).toEqual([read, change, change])
  await expect.element(byMail).toBeChecked()
})

test('leaves the cleared cache empty when the person signs out before the answer', async () => {
  const answer = Promise.withResolvers<Response>()
  fakeApi({
    [read]: () => Response.json({ courriel: true }),
    [change]: () => answer.promise,
  })
  const client = await showSection()
  await expect.element(byMail).toBeChecked()
  await byMail.click()
  await expect.element(byMail).not.toBeChecked()
  clearScreen()
  signOut('logout')
  client.clear()
  answer.resolve(Response.json({ courriel: false }))
  await expect.poll(() => toasts.shown.get()?.title).toBeDefined()
  expect(client.getQueryData(preferencesAvisQuery.queryKey)).toBeUndefined()
})

test('disables the switch without network', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  fakeApi({ [read]: () => Response.json({ courriel: true }) })
  await showScreen(<AvisSection />)
  await expect.element(byMail).toBeDisabled()
})

test('offers a retry when the choice cannot be loaded', async () => {
  fakeApi({})
  await showScreen(<AvisSection />)
  await expect.element(page.getByRole('button', { name: phrases.reessayer })).toBeVisible()
  await expect.element(byMail).not.toBeInTheDocument()
})
