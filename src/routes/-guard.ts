import { type ParsedLocation, redirect } from '@tanstack/react-router'
import { homeOf, type Role } from '#domain/utilisateur/utilisateur.ts'
import { currentSession } from '#src/api/session.ts'

export interface Where {
  location: ParsedLocation
}

/** Signed-in people only; the others log in first and come back. */
export function requireSession({ location }: Where): void {
  if (currentSession() === null) throw redirect({ to: '/login', search: { redirect: location.href } })
}

/** An area of one role; anyone else goes home (specification, section 2). */
export function requireRole(role: Role) {
  return ({ location }: Where): void => {
    requireSession({ location })
    const actual = currentSession()?.utilisateur.role
    if (actual !== undefined && actual !== role) throw redirect({ href: homeOf(actual), replace: true })
  }
}

/** Logged-out people only. */
export function requireGuest(): void {
  const role = currentSession()?.utilisateur.role
  if (role !== undefined) throw redirect({ href: homeOf(role), replace: true })
}
