import { isAppPath } from '#domain/contract/appPath.ts'
import { homeOf, type Role } from '#domain/utilisateur/utilisateur.ts'

/** Path after login: `wanted` if it is a safe app path, otherwise the home of the role (product 2). */
export function afterLogin(role: Role, wanted: unknown): string {
  return isAppPath(wanted) ? wanted : homeOf(role)
}

/** Paths of an event's link and of a mailed invitation. */
const entrances = [/^\/e\/[\w-]+$/, /^\/participant\/evenements\?invitation=[\w-]+$/]

/** Whether a visitor of the login or sign-up page came by an event's link or a mailed invitation. */
export function isEntrance(wanted: unknown): wanted is string {
  return isAppPath(wanted) && entrances.some((entrance) => entrance.test(wanted))
}

const keptKey = 'eclats.retour'
/** Validity of a mailed password link, in milliseconds. */
const redirectLifeMs = 30 * 60_000

/** Remembers the wanted path on this device until the person opens the mailed link. */
export function keepRedirect(wanted: string): void {
  try {
    if (isAppPath(wanted))
      localStorage.setItem(keptKey, JSON.stringify({ path: wanted, until: Date.now() + redirectLifeMs }))
    else localStorage.removeItem(keptKey)
  } catch {
    // Without storage the person lands on their home page.
  }
}

/** The path wanted before the link was requested; empty when unknown or expired. */
export function keptRedirect(): string {
  try {
    const kept = JSON.parse(localStorage.getItem(keptKey) ?? '{}') as { path?: unknown; until?: unknown }
    const isFresh = typeof kept.until === 'number' && kept.until > Date.now()
    return isFresh && isAppPath(kept.path) ? kept.path : ''
  } catch {
    return ''
  }
}
