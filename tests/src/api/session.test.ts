import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  currentSession,
  currentToken,
  onSignOut,
  renewToken,
  restoreSession,
  signIn,
  signOut,
} from '#src/api/session.ts'
import { unToken } from '../token.ts'

const lea = { nom: 'Moreau', prenom: 'Léa' }

beforeEach(() => {
  signOut('choix')
  sessionStorage.clear()
  localStorage.clear()
})
afterEach(() => {
  vi.restoreAllMocks()
})

test('the person is rebuilt from the claims of the token and the names of the login answer', () => {
  signIn({ token: unToken({ userId: 3, sub: 'lea@demo.eclats.test', role: 'PARTICIPANT' }), ...lea }, false)
  expect(currentSession()?.utilisateur).toEqual({
    id: 3,
    email: 'lea@demo.eclats.test',
    role: 'PARTICIPANT',
    ...lea,
  })
})

test('a reload of the tab restores the session, another tab does not know it', () => {
  signIn({ token: unToken({}), ...lea }, false)
  restoreSession()
  expect(currentSession()?.utilisateur.prenom).toBe('Léa')
  sessionStorage.clear()
  restoreSession()
  expect(currentSession()).toBeNull()
})

test.each([
  ['expired', unToken({ exp: Math.floor(Date.now() / 1000) - 1 })],
  ['unparsable', 'ceci-nest.pas.un-jeton'],
  ['of an unknown role', unToken({ role: 'ROI' })],
])('a token that is %s is no session', (_, token) => {
  sessionStorage.setItem('eclats.session', JSON.stringify({ token, ...lea }))
  restoreSession()
  expect(currentSession()).toBeNull()
})

test('a remembered person is known at the next start, without any credential on the device', () => {
  const token = unToken({ userId: 3 })
  signIn({ token, ...lea }, true)
  sessionStorage.clear()
  expect(JSON.stringify(localStorage)).not.toContain(token.split('.')[1])
  restoreSession()
  expect(currentSession()).toMatchObject({ token: null, utilisateur: { id: 3, prenom: 'Léa' } })
  expect(currentToken()).toBeNull()
})

test('calls that need a token at the same time renew it once', async () => {
  signIn({ token: unToken({ userId: 3 }), ...lea }, true)
  sessionStorage.clear()
  restoreSession()
  const fresh = unToken({ userId: 3 })
  const fetched = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(() => Promise.resolve(Response.json({ token: fresh, ...lea })))
  expect(await Promise.all([renewToken(), renewToken(), renewToken()])).toEqual([fresh, fresh, fresh])
  expect(fetched).toHaveBeenCalledTimes(1)
})

test('a server that does not answer throws nobody out', async () => {
  signIn({ token: unToken({ userId: 3 }), ...lea }, true)
  sessionStorage.clear()
  restoreSession()
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('réseau'))
  await expect(renewToken()).rejects.toThrow('Le serveur ne répond pas')
  expect(currentSession()?.utilisateur.id).toBe(3)
})

test('signing out tells who left and forgets the identity too', () => {
  signIn({ token: unToken({ userId: 3 }), ...lea }, true)
  const left: unknown[] = []
  const stop = onSignOut((utilisateur, reason) => left.push([utilisateur.id, reason]))
  signOut('expiree')
  signOut('expiree')
  stop()
  expect(left).toEqual([[3, 'expiree']])
  expect(localStorage.getItem('eclats.identite')).toBeNull()
  expect(sessionStorage.getItem('eclats.session')).toBeNull()
})
