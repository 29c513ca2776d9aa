import type { Role } from '#domain/utilisateur/utilisateur.ts'
import { readClaims } from './claims.ts'
import { fetchRenewedSession } from './renewal.ts'
import { restoreServerClock, serverNow } from './serverClock.ts'
import { forgetSession, readIdentity, readStored, storeIdentity, storeSession } from './sessionStore.ts'

/** The signed-in person, rebuilt from the token's claims and the answer of login (specification, section 3). */
export interface SessionUser {
  readonly id: number
  readonly prenom: string
  readonly nom: string
  readonly role: Role
  /** Empty while only the remembered identity is known. */
  readonly email: string
}

export interface Session {
  readonly utilisateur: SessionUser
  /** Null while the app was opened on a remembered identity alone (offline, or renewal under way). */
  readonly token: string | null
}

export type SignOutReason = 'choix' | 'expiree'

let session: Session | null = null
let renewal: Promise<string | null> | null = null
let ending: { isRefused: boolean } | null = null
const listeners = new Set<() => void>()
const signOutListeners = new Set<(utilisateur: SessionUser, reason: SignOutReason) => void>()

/** Reads what the tab, else the device, remembers. Call once, before the router starts. */
export function restoreSession(): void {
  restoreServerClock()
  const stored = readStored()
  const claims = stored ? readClaims(stored.token) : null
  if (stored && claims && claims.expireAt > serverNow()) {
    session = { token: stored.token, utilisateur: userOf(stored, claims) }
    return
  }
  const identity = readIdentity()
  session = identity ? { token: null, utilisateur: { ...identity, email: '' } } : null
  if (session === null) forgetSession()
}

/** Who is signed in now, or null. */
export function currentSession(): Session | null {
  return session
}

/** The token while its exp lies ahead, else null. */
export function currentToken(): string | null {
  const token = session?.token ?? null
  const claims = token === null ? null : readClaims(token)
  return claims && claims.expireAt > serverNow() ? token : null
}

/** Whether the server would still know this person: by the token in hand, or by the cookie of a remembered session. */
export function isSessionAlive(): boolean {
  return currentToken() !== null || (session !== null && readIdentity() !== null)
}

/**
 * Takes the answer of login.
 * @returns the person, or null when the token cannot be read
 */
export function signIn(answer: { token: string; nom: string; prenom: string }, remember: boolean): SessionUser | null {
  const claims = readClaims(answer.token)
  if (claims === null) return null
  const utilisateur = userOf(answer, claims)
  storeSession(answer)
  storeIdentity(remember ? utilisateur : null)
  put({ token: answer.token, utilisateur })
  return utilisateur
}

/** Puts the names that the person has just given themselves in the place of the old ones. */
export function renamePerson({ nom, prenom }: { nom: string; prenom: string }): void {
  if (session === null) return
  const utilisateur = { ...session.utilisateur, nom, prenom }
  if (session.token !== null) storeSession({ token: session.token, nom, prenom })
  if (readIdentity() !== null) storeIdentity(utilisateur)
  put({ ...session, utilisateur })
}

/**
 * While a person leaves, or has their account erased, their session dies on the server: until it is known how that
 * ended, a 401 of some other call sends nobody to the login.
 */
export function expectEnd(): { leave: () => void; stay: () => void } {
  const mine = { isRefused: false }
  ending = mine
  return {
    leave() {
      ending = null
      signOut('choix')
    },
    stay() {
      ending = null
      if (mine.isRefused) signOut('expiree')
    },
  }
}

/** Ends the session in this tab and on this device. */
export function signOut(reason: SignOutReason): void {
  if (ending !== null && reason === 'expiree') {
    ending.isRefused = true
    return
  }
  const person = session?.utilisateur
  forgetSession()
  if (person === undefined) return
  put(null)
  for (const listener of signOutListeners) listener(person, reason)
}

/**
 * Renews a remembered session, once at a time.
 * @param refused the token that was just refused, if any; a newer one in hand is simply used
 * @returns the new token, or null when there is nothing to renew or the server said no
 */
export function renewToken(refused: string | null = null): Promise<string | null> {
  const inHand = currentToken()
  if (inHand !== null && inHand !== refused) return Promise.resolve(inHand)
  if (readIdentity() === null) return Promise.resolve(null)
  renewal ??= renew().finally(() => {
    renewal = null
  })
  return renewal
}

export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Tells who left and why; the caller wipes what was theirs. */
export function onSignOut(listener: (utilisateur: SessionUser, reason: SignOutReason) => void): () => void {
  signOutListeners.add(listener)
  return () => void signOutListeners.delete(listener)
}

async function renew(): Promise<string | null> {
  const answer = await fetchRenewedSession()
  // Who left while the answer was under way is not signed in again by it.
  if (answer === null || readIdentity() === null) return null
  return signIn(answer, true) === null ? null : answer.token
}

function userOf(
  { nom, prenom }: { nom: string; prenom: string },
  claims: { userId: number; email: string; role: Role },
): SessionUser {
  return { id: claims.userId, email: claims.email, role: claims.role, nom, prenom }
}

function put(next: Session | null): void {
  session = next
  for (const listener of listeners) listener()
}
