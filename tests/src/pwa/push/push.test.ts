import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { signIn, signOut } from '#src/api/session.ts'
import { wipeDevice } from '#src/wipeDevice.ts'
import { unToken } from '../../token.ts'

const ownerKey = 'eclats.push'
const unsubscribe = vi.fn<() => Promise<boolean>>()

beforeEach(() => {
  unsubscribe.mockReset().mockResolvedValue(true)
  const pushManager = { getSubscription: async () => ({ endpoint: 'https://push.example/1', unsubscribe }) }
  const registration = { pushManager, active: null, waiting: null } as unknown as ServiceWorkerRegistration
  vi.spyOn(navigator.serviceWorker, 'getRegistration').mockResolvedValue(registration)
  signIn({ token: unToken({ userId: 4 }), nom: 'Haddad', prenom: 'Karim' }, false)
})
afterEach(() => {
  vi.restoreAllMocks()
  signOut('logout')
  localStorage.clear()
})

test('keeps the push notifications of a person when another one signs out in another tab', async () => {
  localStorage.setItem(ownerKey, '4')
  await wipeDevice({ utilisateurId: 3, reason: 'logout' })
  expect(unsubscribe).not.toHaveBeenCalled()
  expect(localStorage.getItem(ownerKey)).toBe('4')
})

test('ends the push notifications of the person who signs out', async () => {
  localStorage.setItem(ownerKey, '3')
  await wipeDevice({ utilisateurId: 3, reason: 'logout' })
  expect(unsubscribe).toHaveBeenCalledTimes(1)
  expect(localStorage.getItem(ownerKey)).toBeNull()
})
