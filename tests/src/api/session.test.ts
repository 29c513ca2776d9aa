import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  currentSession,
  currentToken,
  expectEnd,
  onSignOut,
  renamePerson,
  renewToken,
  restoreSession,
  signIn,
  signOut,
} from '#src/api/session.ts'
import { noteServerDate, restoreServerClock } from '#src/api/serverClock.ts'
import { request } from '#src/api/transport.ts'
import { unToken } from '../token.ts'

const lea = { nom: 'Moreau', prenom: 'Léa' }

beforeEach(() => {
  signOut('logout')
  sessionStorage.clear()
  localStorage.clear()
  restoreServerClock()
})
afterEach(() => {
  vi.restoreAllMocks()
})

test('restores the person from the token claims and the names of the login answer', () => {
  signIn({ token: unToken({ userId: 3, sub: 'lea@demo.eclats.test', role: 'PARTICIPANT' }), ...lea }, false)
  expect(currentSession()?.utilisateur).toEqual({
    id: 3,
    invite: false,
    email: 'lea@demo.eclats.test',
    role: 'PARTICIPANT',
    ...lea,
  })
})

test('restores the session after a reload of the tab, not in another tab', () => {
  signIn({ token: unToken({}), ...lea }, false)
  restoreSession()
  expect(currentSession()?.utilisateur.prenom).toBe('Léa')
  sessionStorage.clear()
  restoreSession()
  expect(currentSession()).toBeNull()
})

test('drops the stored answers of a session that expired before a reload', () => {
  const token = unToken({ exp: Math.floor(Date.now() / 1000) - 1 })
  sessionStorage.setItem('eclats.session', JSON.stringify({ token, ...lea }))
  sessionStorage.setItem('eclats.session.requetes', '{"moi":"Léa"}')
  restoreSession()
  expect(sessionStorage.getItem('eclats.session.requetes')).toBeNull()
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

test.each([
  ['an hour ahead', -3600],
  ['an hour behind', 3600],
])('keeps the session on a phone whose clock is %s as long as the host does', async (_, hostSeconds) => {
  const now = Math.floor(Date.now() / 1000)
  const hostDate = (seconds: number) => new Date((now + seconds) * 1000).toUTCString()
  const answer = () => Response.json({}, { headers: { date: hostDate(hostSeconds) } })
  vi.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.resolve(answer()))
  await request({ method: 'POST', path: '/auth/login', token: null })
  const token = unToken({ exp: now + hostSeconds + 1800 })
  signIn({ token, ...lea }, false)
  expect(currentToken()).toBe(token)
  restoreSession()
  expect(currentToken()).toBe(token)
  noteServerDate(hostDate(hostSeconds + 1801))
  expect(currentToken()).toBeNull()
  restoreSession()
  expect(currentSession()).toBeNull()
})

test('does not redirect to the login for a call that is refused during the logout', () => {
  const left: string[] = []
  const stop = onSignOut((_, reason) => left.push(reason))
  signIn({ token: unToken({}), ...lea }, false)
  const end = expectEnd()
  signOut('expired')
  expect(left).toEqual([])
  end.leave()
  stop()
  expect(left).toEqual(['logout'])
})

test('ignores a renewal that is answered after the logout', async () => {
  signIn({ token: unToken({ userId: 3 }), ...lea }, true)
  sessionStorage.clear()
  restoreSession()
  const answer = Promise.withResolvers<Response>()
  vi.spyOn(globalThis, 'fetch').mockReturnValue(answer.promise)
  const renewing = renewToken()
  signOut('logout')
  answer.resolve(Response.json({ token: unToken({ userId: 3 }), ...lea }))
  expect(await renewing).toBeNull()
  expect(currentSession()).toBeNull()
})

test('does not become another person who has signed in on this device, in another tab', async () => {
  signIn({ token: unToken({ userId: 3 }), ...lea }, true)
  const identity = JSON.stringify({ id: 4, prenom: 'Karim', nom: 'Haddad', role: 'PARTICIPANT', invite: false })
  localStorage.setItem('eclats.identite', identity)
  const fetched = vi.spyOn(globalThis, 'fetch')
  expect(await renewToken(currentToken())).toBeNull()
  expect(fetched).not.toHaveBeenCalled()
  signOut('expired')
  expect(currentSession()).toBeNull()
  expect(localStorage.getItem('eclats.identite')).toBe(identity)
})

test('ignores a renewal that is answered for another person', async () => {
  signIn({ token: unToken({ userId: 3 }), ...lea }, true)
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json({ token: unToken({ userId: 4 }), ...lea }))
  expect(await renewToken(currentToken())).toBeNull()
  expect(currentSession()?.utilisateur.id).toBe(3)
})

test('ends an expired session when the erasure is refused', () => {
  const left: string[] = []
  const stop = onSignOut((_, reason) => left.push(reason))
  signIn({ token: unToken({}), ...lea }, false)
  const end = expectEnd()
  signOut('expired')
  end.stay()
  stop()
  expect(left).toEqual(['expired'])
})

test('shows new names at once, after a reload and at the next start', () => {
  signIn({ token: unToken({}), ...lea }, true)
  renamePerson({ prenom: 'Léa-Rose', nom: 'Moreau' })
  expect(currentSession()?.utilisateur.prenom).toBe('Léa-Rose')
  restoreSession()
  expect(currentSession()?.utilisateur.prenom).toBe('Léa-Rose')
  sessionStorage.clear()
  restoreSession()
  expect(currentSession()?.utilisateur.prenom).toBe('Léa-Rose')
})

test.each([
  ['remembered', true],
  ['not remembered', false],
])('leaves the identity of the person of another tab when a person who is %s is renamed', (_, remember) => {
  signIn({ token: unToken({ userId: 3 }), ...lea }, remember)
  const identity = JSON.stringify({ id: 4, prenom: 'Karim', nom: 'Haddad', role: 'PARTICIPANT', invite: false })
  localStorage.setItem('eclats.identite', identity)
  renamePerson({ prenom: 'Léa-Rose', nom: 'Moreau' })
  expect(localStorage.getItem('eclats.identite')).toBe(identity)
  expect(currentSession()?.utilisateur.prenom).toBe('Léa-Rose')
})

test('identifies a remembered person at the next start, without any credential on the device', () => {
  const token = unToken({ userId: 3 })
  signIn({ token, ...lea }, true)
  sessionStorage.clear()
  expect(JSON.stringify(localStorage)).not.toContain(token.split('.')[1])
  restoreSession()
  expect(currentSession()).toMatchObject({ token: null, utilisateur: { id: 3, prenom: 'Léa' } })
  expect(currentToken()).toBeNull()
})

test('renews once for concurrent calls that need a token', async () => {
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

test('keeps the session when a server does not answer', async () => {
  signIn({ token: unToken({ userId: 3 }), ...lea }, true)
  sessionStorage.clear()
  restoreSession()
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('réseau'))
  await expect(renewToken()).rejects.toThrow('Le serveur ne répond pas')
  expect(currentSession()?.utilisateur.id).toBe(3)
})

test.each([
  ['a page', () => new Response('<h1>Not found</h1>', { status: 404, headers: { 'content-type': 'text/html' } })],
  ['JSON of another program', () => Response.json({ error: 'forbidden' }, { status: 403 })],
])('keeps the session when a proxy refuses the renewal with %s', async (_, answer) => {
  signIn({ token: unToken({ userId: 3 }), ...lea }, true)
  vi.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.resolve(answer()))
  await expect(renewToken(currentToken())).rejects.toThrow('Le serveur ne répond pas')
  expect(currentSession()?.utilisateur.id).toBe(3)
})

test('reports who logged out, and deletes the identity too', () => {
  signIn({ token: unToken({ userId: 3 }), ...lea }, true)
  const left: unknown[] = []
  const stop = onSignOut((utilisateur, reason) => left.push([utilisateur.id, reason]))
  signOut('expired')
  signOut('expired')
  stop()
  expect(left).toEqual([[3, 'expired']])
  expect(localStorage.getItem('eclats.identite')).toBeNull()
  expect(sessionStorage.getItem('eclats.session')).toBeNull()
})

test.each([
  ['session.fusionnee', 'merged'],
  ['session.donnees_supprimees', 'erased'],
  ['session.expiree', 'expired'],
])('passes on why a renewal was refused with %s, once', async (code, why) => {
  const left: unknown[] = []
  const stop = onSignOut((_, reason) => left.push(reason))
  signIn({ token: unToken({ userId: 3 }), ...lea }, true)
  vi.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.resolve(Response.json({ code }, { status: 401 })))
  expect(await renewToken(currentToken())).toBeNull()
  signOut('expired')
  signIn({ token: unToken({ userId: 3 }), ...lea }, true)
  signOut('expired')
  stop()
  expect(left).toEqual([why, 'expired'])
})
