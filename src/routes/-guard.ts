import { type ParsedLocation, redirect } from '@tanstack/react-router'
import { homeOf, type Role } from '#domain/utilisateur/utilisateur.ts'
import { isEntrance } from '#src/api/redirect.ts'
import { currentSession } from '#src/api/session.ts'

export interface Where {
  location: ParsedLocation
}

/** Signed-in people only; the others log in first and come back. */
export function requireSession({ location }: Where): void {
  if (currentSession() === null) throw redirect({ to: '/login', search: { redirect: location.href } })
}

/** An area of one role, or of several; anyone else goes home (specification, section 2). */
export function requireRole(...roles: readonly Role[]) {
  return ({ location }: Where): void => {
    requireSession({ location })
    const actual = currentSession()?.utilisateur.role
    if (actual !== undefined && !roles.includes(actual)) throw redirect({ href: homeOf(actual), replace: true })
  }
}

/** Logged-out people only; who is invited by mail and is signed in already goes where the mail leads. */
export function requireGuest({ location }: Where): void {
  const role = currentSession()?.utilisateur.role
  if (role === undefined) return
  const wanted = new URLSearchParams(location.searchStr).get('redirect')
  throw redirect({ href: isEntrance(wanted) ? wanted : homeOf(role), replace: true })
}
