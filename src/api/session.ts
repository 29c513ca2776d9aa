import type { ErrorCode } from '#domain/contract/errors.ts'
import { createStore } from '@tanstack/react-store'
import type { Role } from '#domain/utilisateur/utilisateur.ts'
import { NetworkError } from './apiError.ts'
import { type Claims, readClaims } from './claims.ts'
import { restoreServerClock, serverNow } from './serverClock.ts'
import { forgetSession, readIdentity, readStored, storeIdentity, storeSession } from './sessionStore.ts'

/** The signed-in person, from the token's claims and the login answer (specification, section 3). */
export interface SessionUser {
  readonly id: number
  readonly prenom: string
  readonly nom: string
  readonly role: Role
  /** Empty for a guest, and while only the remembered identity is known. */
  readonly email: string
  /** Whether the person entered an event with a first name alone: no e-mail, no password. */
  readonly invite: boolean
}

export interface Session {
  readonly utilisateur: SessionUser
  /** Null while only a remembered identity is known (offline, or during renewal). */
  readonly token: string | null
}

/**
 * `merged`: the guest became a part of an account. `ended`: the organiser has ended the participation of a guest.
 * `erased`: the person's account and data were deleted on another device or by an administrator. Only a device that
 * remembers the person gets this reason.
 */
export type SignOutReason = 'logout' | 'expired' | 'merged' | 'ended' | 'erased'
type Refusal = Exclude<SignOutReason, 'logout'>

/** The session of this tab; null when signed out. */
export const session = createStore<Session | null>(null)
let renewal: Promise<string | null> | null = null
/** Why the server refused the last renewal. */
let refusal: Refusal = 'expired'
let expectedEnd: { isRefused: boolean } | null = null
const signOutListeners = new Set<(utilisateur: SessionUser, reason: SignOutReason) => void>()

/** Restores the tab's session, otherwise the identity remembered on the device. Call before the router starts. */
export function restoreSession(): void {
  restoreServerClock()
  const restored = storedSession()
  setSession(restored)
  if (restored === null) forgetSession()
}

/** What a new document of this tab restores: the tab's session, otherwise the identity remembered on the device. */
export function storedSession(): Session | null {
  const stored = readStored()
  const claims = stored ? readClaims(stored.token) : null
  if (stored && claims && claims.expireAt > serverNow())
    return { token: stored.token, utilisateur: userOf(stored, claims) }
  const identity = readIdentity()
  return identity && { token: null, utilisateur: { ...identity, email: '' } }
}

/** The session of this tab; null when signed out. */
export function currentSession(): Session | null {
  return session.get()
}

/** The signed-in participant, who may have photos in the queue of this device; null for everyone else. */
export function participantId(): number | null {
  const person = currentSession()?.utilisateur
  return person?.role === 'PARTICIPANT' ? person.id : null
}

/** Whether the signed-in person is a guest: one event, no invitations, no address. */
export function isGuest(): boolean {
  return currentSession()?.utilisateur.invite ?? false
}

/** The token if it has not expired, else null. */
export function currentToken(): string | null {
  const token = currentSession()?.token ?? null
  const claims = token === null ? null : readClaims(token)
  return claims && claims.expireAt > serverNow() ? token : null
}

/** Whether the server can still identify this person: by a valid token, or by the cookie of a remembered session. */
export function isSessionAlive(): boolean {
  return currentToken() !== null || (currentSession() !== null && canRenew())
}

/**
 * Starts the session from the login answer.
 * @returns the person, or null when the token cannot be read
 */
export function signIn(answer: { token: string; nom: string; prenom: string }, remember: boolean): SessionUser | null {
  const claims = readClaims(answer.token)
  if (claims === null) return null
  const utilisateur = userOf(answer, claims)
  storeSession(answer)
  storeIdentity(remember ? utilisateur : null)
  setSession({ token: answer.token, utilisateur })
  return utilisateur
}

/** Updates the name after the person changed it. */
export function renamePerson({ nom, prenom }: { nom: string; prenom: string }): void {
  const current = currentSession()
  if (current === null) return
  const utilisateur = { ...current.utilisateur, nom, prenom }
  if (current.token !== null) storeSession({ token: current.token, nom, prenom })
  // Another person may have signed in, in another tab: the device remembers them, and its cookie is theirs.
  if (readIdentity()?.id === utilisateur.id) storeIdentity(utilisateur)
  setSession({ ...current, utilisateur })
}

/**
 * Call before a logout or an account deletion: the server ends the session first, so a 401 of another call must not
 * redirect to login until the outcome is known.
 */
export function expectEnd(): { leave: () => void; stay: () => void } {
  const end = { isRefused: false }
  expectedEnd = end
  return {
    leave() {
      expectedEnd = null
      signOut('logout')
    },
    stay() {
      expectedEnd = null
      if (end.isRefused) signOut('expired')
    },
  }
}

/** Ends the session in this tab and on this device. */
export function signOut(reason: SignOutReason): void {
  if (expectedEnd !== null && reason === 'expired') {
    expectedEnd.isRefused = true
    return
  }
  const person = currentSession()?.utilisateur
  // Another person may have signed in, in another tab: the device remembers them now.
  forgetSession({ keepsIdentity: !isOwnIdentity(readIdentity()) })
  if (person === undefined) return
  setSession(null)
  const why = reason === 'expired' ? refusal : reason
  refusal = 'expired'
  for (const listener of signOutListeners) listener(person, why)
}

/**
 * Renews a remembered session, one request at a time.
 * @param refused the token that was just refused, if any; a newer current token is returned without a request
 * @returns the new token, or null when there is nothing to renew or the server refused
 */
export function renewToken(refused: string | null = null): Promise<string | null> {
  const current = currentToken()
  if (current !== null && current !== refused) return Promise.resolve(current)
  if (!canRenew()) return Promise.resolve(null)
  renewal ??= renew().finally(() => {
    renewal = null
  })
  return renewal
}

/** Calls `listener` with the person and the reason; the caller deletes that person's data. */
export function onSignOut(listener: (utilisateur: SessionUser, reason: SignOutReason) => void): () => void {
  signOutListeners.add(listener)
  return () => void signOutListeners.delete(listener)
}

const refusals: Readonly<Record<string, Refusal>> = {
  'session.fusionnee': 'merged',
  'session.participation_terminee': 'ended',
  'session.donnees_supprimees': 'erased',
} satisfies Partial<Record<ErrorCode, Refusal>>

/** Loaded when needed: the first page of a visitor has no session. @throws NetworkError */
async function loadRenewal() {
  try {
    return await import('./renewal.ts')
  } catch (error) {
    throw new NetworkError(error)
  }
}

async function renew(): Promise<string | null> {
  const { fetchRenewedSession } = await loadRenewal()
  const answer = await fetchRenewedSession()
  if ('refused' in answer) {
    refusal = refusals[answer.refused] ?? 'expired'
    return null
  }
  // The person may have signed out during the request, or another one may have signed in: do not sign them in again.
  if (!canRenew() || !isOwnIdentity({ id: readClaims(answer.token)?.userId })) return null
  return signIn(answer, true) === null ? null : answer.token
}

/** Whether the person of this tab, or anyone in a tab without one, is remembered on this device. */
function canRenew(): boolean {
  const identity = readIdentity()
  return identity !== null && isOwnIdentity(identity)
}

/** False for the identity of another person than the one of this tab. */
function isOwnIdentity(identity: { id: number | undefined } | null): boolean {
  const person = currentSession()?.utilisateur
  return identity === null || person === undefined || person.id === identity.id
}

function userOf(
  { nom, prenom }: { nom: string; prenom: string },
  claims: Pick<Claims, 'userId' | 'email' | 'role' | 'invite'>,
): SessionUser {
  return { id: claims.userId, email: claims.email, invite: claims.invite, role: claims.role, nom, prenom }
}

function setSession(next: Session | null): void {
  session.setState(() => next)
}
