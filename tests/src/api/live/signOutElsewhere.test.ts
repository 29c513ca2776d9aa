import { afterEach, beforeEach, expect, test } from 'vitest'
import { startLive } from '#src/api/live/liveTab.ts'
import { currentSession, signIn, signOut } from '#src/api/session.ts'
import { unToken } from '../../token.ts'

startLive()

beforeEach(() => {
  signIn({ token: unToken({ userId: 3 }), nom: 'Moreau', prenom: 'Léa' }, false)
})
afterEach(() => {
  signOut('logout')
  localStorage.clear()
})

/** Another tab notes a sign-out, as src/signOut.ts does. */
function leaveElsewhere(utilisateurId: number, reason: string, oldValue = '[]'): void {
  const newValue = JSON.stringify([...JSON.parse(oldValue), { utilisateurId, reason }])
  dispatchEvent(new StorageEvent('storage', { key: 'eclats.effacements', oldValue, newValue }))
}

test('signs the person out when they sign out in another tab', () => {
  leaveElsewhere(3, 'logout')
  expect(currentSession()).toBeNull()
})

test.each([
  ['another person signs out', 4, 'logout'],
  ['another tab notes a person whom the device does not remember', 3, 'expired'],
])('keeps the person signed in when %s', (_case, utilisateurId, reason) => {
  leaveElsewhere(utilisateurId, reason)
  expect(currentSession()?.utilisateur.id).toBe(3)
})

test('keeps the person signed in when only the note of their earlier sign-out is left', () => {
  leaveElsewhere(4, 'logout', '[{"utilisateurId":3,"reason":"logout"}]')
  expect(currentSession()?.utilisateur.id).toBe(3)
})
