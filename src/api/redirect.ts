import { homeOf, type Role } from '#domain/utilisateur/utilisateur.ts'

/** Paths of the app that a link from outside may lead to after login (product 37). */
const allowed = [
  /^\/participant(\/|$)/,
  /^\/organizer(\/|$)/,
  /^\/organisateur(\/|$)/,
  /^\/dashboard-organisateur\/abonnement(\/|$)/,
  /^\/admin-settings$/,
  /^\/profil$/,
  /^\/confirmation$/,
  /^\/notifications$/,
  /^\/e\/[\w-]+$/,
]

/**
 * Checks an address given as `redirect`: a path of ours on this origin, nothing else.
 * @returns the path with its query, or null when it must not be followed
 */
export function safeRedirect(wanted: unknown, origin: string = location.origin): string | null {
  if (typeof wanted !== 'string' || !wanted.startsWith('/') || /^\/[/\\]/.test(wanted)) return null
  if (!URL.canParse(wanted, origin)) return null
  const url = new URL(wanted, origin)
  if (url.origin !== origin) return null
  return allowed.some((path) => path.test(url.pathname)) ? `${url.pathname}${url.search}` : null
}

/** Where a person goes after login: the safe wish, else the home of their role (product 2). */
export function afterLogin(role: Role, wanted: unknown): string {
  return safeRedirect(wanted) ?? homeOf(role)
}
