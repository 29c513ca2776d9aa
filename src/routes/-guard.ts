import { type ParsedLocation, redirect } from '@tanstack/react-router'
import { homeOf, type Role } from '#domain/utilisateur/utilisateur.ts'
import { loadChunk } from '#src/api/loadChunk.ts'
import { isEntrance } from '#src/api/redirect.ts'
import { currentSession } from '#src/api/session.ts'
import { hasGuestLeft } from '#src/api/sessionStore.ts'

export interface Where {
  location: ParsedLocation
}

/** Route context of the pages that require a session. What can change, like names and role, comes from the session. */
export interface SignedIn {
  readonly utilisateurId: number
}

/**
 * Requires a session; otherwise redirects to the login, which returns to this page. A guest whose session has
 * ended has no password and is redirected home, unless the page is a mailed invitation: a reload that began before opens
 * the page that the guest was on.
 */
export function requireSession({ location }: Where): SignedIn {
  const session = currentSession()
  if (session === null && hasGuestLeft() && !isEntrance(location.href)) throw redirect({ to: '/', replace: true })
  if (session === null) throw redirect({ to: '/login', search: { redirect: location.href } })
  return { utilisateurId: session.utilisateur.id }
}

/**
 * Requires one of the roles; otherwise redirects to the person's home (specification, section 2). Says why when another
 * role opens a mailed invitation or shares files.
 */
export function requireRole(...roles: readonly Role[]) {
  return ({ location }: Where): SignedIn => {
    const signedIn = requireSession({ location })
    const actual = currentSession()?.utilisateur.role
    if (actual !== undefined && !roles.includes(actual)) {
      explain((page) => page.explainRole(location.href, signedIn.utilisateurId))
      throw redirect({ href: homeOf(actual), replace: true })
    }
    return signedIn
  }
}

/**
 * Requires no session; a signed-in person with a mailed invitation is redirected to its target. One who opens another
 * mailed link reads why it does not open.
 */
export function requireGuest({ location }: Where): void {
  const role = currentSession()?.utilisateur.role
  if (role === undefined) return
  explain((page) => page.explainSession(location.href))
  const wanted = new URLSearchParams(location.searchStr).get('redirect')
  throw redirect({ href: isEntrance(wanted) ? wanted : homeOf(role), replace: true })
}

function explain(say: (page: typeof import('./-refusedPage.ts')) => unknown): void {
  void loadChunk(() => import('./-refusedPage.ts')).then(say, () => undefined)
}
