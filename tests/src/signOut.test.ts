import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError, NetworkError } from '#src/api/apiError.ts'
import { silenceLateFailures } from '#src/api/live/lateFailures.ts'
import { queryClient } from '#src/api/queryClient.ts'
import { read, write } from '#src/api/persistedStore.ts'
import { signIn, signOut } from '#src/api/session.ts'
import type { AppRouter } from '#src/router.tsx'
import { holdSessionLock } from '#src/sessionLock.ts'
import { finishWipes, followSignOut } from '#src/signOut.ts'
import { showToast, toasts } from '#src/ui/toast/toastQueue.ts'
import { keepShared, readShared } from '#upload-queue/caches/sharedFiles.ts'
import { unToken } from './token.ts'

const key = '3:q-["evenements"]'
const visited: unknown[] = []
const router = {
  state: { location: { href: '/participant' } },
  navigate: (to: unknown) => Promise.resolve(void visited.push(to)),
}
followSignOut(router as unknown as AppRouter)
const share = (name: string, now: number) => keepShared([new File(['x'], name, { type: 'image/jpeg' })], now)

beforeEach(async () => {
  localStorage.clear()
  await write(key, { state: { data: 'private' } } as never)
  await share('a.jpg', Date.now())
  signIn({ token: unToken({ userId: 3 }), nom: 'Moreau', prenom: 'Léa' }, false)
})
afterEach(async () => {
  vi.restoreAllMocks()
  for (const name of await caches.keys()) await caches.delete(name)
})

/** A closed tab runs nothing, and the browser releases its locks. */
async function closeTab(): Promise<void> {
  holdSessionLock(null)
  await expect
    .poll(async () => (await navigator.locks.query()).held?.map(({ name }) => name))
    .not.toContain('eclats:session:3')
}

const pending = () => localStorage.getItem('eclats.effacements')
const sharedWith = async (ownerId: number) => (await readShared({ now: Date.now(), ownerId })).files
const shared = () => sharedWith(3)
const logout = { utilisateurId: 3, reason: 'logout', endedAt: expect.any(Number) }
const pendingWipes = () => JSON.parse(pending() ?? '[]') as unknown

test('deletes lists and shared files, and leaves nothing for the next start', async () => {
  signOut('logout')
  await expect.poll(pending).toBeNull()
  expect(await read(key)).toBeUndefined()
  expect(await shared()).toEqual([])
})

test('removes the toasts of the person, shown or waiting', async () => {
  showToast({ type: 'error', title: "Impossible d'envoyer le message." })
  showToast({ type: 'success', title: '1 fichier en sécurité sur ce téléphone' })
  signOut('logout')
  expect(toasts.shown.get()).toBeNull()
  showToast({ type: 'warning', title: "L'événement s'est fermé sur cet appareil" })
  await expect.poll(() => toasts.shown.get()?.title).toBe("L'événement s'est fermé sur cet appareil")
})

silenceLateFailures(queryClient)

/** Starts a change and signs its person out. @returns how the server's answer ends it, and what the screen then reads */
async function changeWhile(reason: 'logout' | 'expired') {
  const failures: unknown[] = []
  const answer = Promise.withResolvers<void>()
  const change = (send: () => Promise<void>) =>
    queryClient
      .getMutationCache()
      .build(queryClient, { mutationFn: send, onError: (error) => void failures.push(error) })
      .execute(undefined)
      .catch(() => undefined)
  void change(() => answer.promise)
  signOut(reason)
  await expect.poll(() => queryClient.getMutationCache().getAll()).toEqual([])
  return async (error: Error) => {
    answer.reject(error)
    const later = new Error('of the next person')
    await change(async () => {
      throw later
    })
    return failures.filter((failure) => failure !== later)
  }
}

test('shows the next person nothing of a change that was answered after the logout', async () => {
  const answered = await changeWhile('logout')
  expect(await answered(new NetworkError())).toEqual([])
})

test('says that the session has expired when the answer to a change says so', async () => {
  const expired = new ApiError(401, 'session.expiree', 'Votre session a expiré. Reconnectez-vous.')
  const answered = await changeWhile('expired')
  expect(await answered(expired)).toEqual([expired])
})

test('continues when one step fails, and repeats that step at the next start', async () => {
  const failing = vi.spyOn(Cache.prototype, 'delete').mockRejectedValue(new TypeError('a chunk did not load'))
  signOut('logout')
  await expect.poll(() => read(key)).toBeUndefined()
  await expect.poll(() => failing.mock.calls.length).toBeGreaterThan(0)
  expect(await shared()).toHaveLength(1)
  expect(pendingWipes()).toEqual([logout])
  failing.mockRestore()
  await finishWipes(undefined)
  expect(await shared()).toEqual([])
  expect(pending()).toBeNull()
})

test('deletes nothing when a person has signed in before the wipe was loaded', async () => {
  signOut('logout')
  signIn({ token: unToken({ userId: 4 }), nom: 'Haddad', prenom: 'Karim' }, true)
  await import('#src/wipeDevice.ts')
  // A wipe would have ended before these answers of the database.
  for (let asked = 0; asked < 20; asked += 1) expect(await read(key)).toBeDefined()
  expect(await shared()).toHaveLength(1)
  expect(pendingWipes()).toEqual([logout])
})

test('deletes at the next start what a closed tab did not delete', async () => {
  localStorage.setItem(
    'eclats.effacements',
    '[{"utilisateurId":3,"reason":"expired"},{"utilisateurId":4,"reason":"unknown"},7]',
  )
  await closeTab()
  await finishWipes(undefined)
  expect(await read(key)).toBeUndefined()
  expect(await shared()).toHaveLength(1)
  expect(pending()).toBeNull()
})

test('leaves files that were shared after a tab was closed to the next person', async () => {
  await closeTab()
  await share('b.jpg', Date.now() + 1)
  await finishWipes(undefined)
  expect(pending()).toBeNull()
  expect((await sharedWith(4)).map(({ file }) => file.name)).toContain('b.jpg')
})

test('keeps files that were shared after a logout when its wipe is repeated', async () => {
  const failing = vi.spyOn(Cache.prototype, 'delete').mockRejectedValue(new TypeError('a chunk did not load'))
  signOut('logout')
  await expect.poll(() => failing.mock.calls.length).toBeGreaterThan(0)
  expect(pendingWipes()).toEqual([logout])
  failing.mockRestore()
  await share('b.jpg', Date.now() + 60_000)
  await finishWipes(undefined)
  expect(pending()).toBeNull()
  expect((await sharedWith(4)).map(({ file }) => file.name)).toEqual(['b.jpg'])
})

test('keeps the data of a person who has signed in again', async () => {
  localStorage.setItem('eclats.effacements', '[{"utilisateurId":3,"reason":"logout"}]')
  await finishWipes(3)
  expect(await read(key)).toBeDefined()
  expect(pending()).toBeNull()
})

test('deletes at a later start what a closed tab of a person kept whom the device does not remember', async () => {
  // The note is written at the sign-in: a closed tab runs nothing.
  expect(pending()).toBe('[{"utilisateurId":3,"reason":"expired"}]')
  // Another tab starts while the person is still signed in here.
  await finishWipes(undefined)
  expect(await read(key)).toBeDefined()
  await closeTab()
  await finishWipes(undefined)
  expect(await read(key)).toBeUndefined()
  expect(pending()).toBeNull()
})

test('notes no wipe of a person whom the device remembers', async () => {
  signOut('logout')
  await expect.poll(pending).toBeNull()
  signIn({ token: unToken({ userId: 5 }), nom: 'Haddad', prenom: 'Karim' }, true)
  expect(pending()).toBeNull()
})

test('keeps shared files for the person whose session has expired, and not for the next one', async () => {
  signOut('expired')
  await expect.poll(pending).toBeNull()
  signIn({ token: unToken({ userId: 4 }), nom: 'Haddad', prenom: 'Karim' }, true)
  expect(await sharedWith(4)).toEqual([])
  expect(await shared()).toHaveLength(1)
})

test('deletes the stored pictures of the person who signs out, also when no worker runs', async () => {
  await caches.open('eclats-images-3')
  signOut('logout')
  await expect.poll(pending).toBeNull()
  expect(await caches.has('eclats-images-3')).toBe(false)
})
