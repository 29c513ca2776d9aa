import { isAppPath } from '#domain/contract/appPath.ts'
import { homeOf, type Role } from '#domain/utilisateur/utilisateur.ts'

/** Where a person goes after login: the safe wish, else the home of their role (product 2). */
export function afterLogin(role: Role, wanted: unknown): string {
  return isAppPath(wanted) ? wanted : homeOf(role)
}

/** What an event's link or a mailed invitation opens. */
const entrances = [/^\/e\/[\w-]+$/, /^\/participant\/evenements\?invitation=[\w-]+$/]

/** Whether somebody at a door came by an event's link or a mailed invitation: they take part, and want to go in. */
export function isEntrance(wanted: unknown): wanted is string {
  return isAppPath(wanted) && entrances.some((entrance) => entrance.test(wanted))
}

const keptKey = 'eclats.retour'
/** As long as a mailed link for a new password holds, in milliseconds. */
const keptMs = 30 * 60_000

/** Remembers on this device where somebody wanted to go, until the link that is mailed to them brings them back. */
export function keepRedirect(wanted: string): void {
  try {
    if (isAppPath(wanted)) localStorage.setItem(keptKey, JSON.stringify({ path: wanted, until: Date.now() + keptMs }))
    else localStorage.removeItem(keptKey)
  } catch {
    // They come back to their home instead.
  }
}

/** Where somebody wanted to go before they asked for a link; empty when that is unknown, or long ago. */
export function keptRedirect(): string {
  try {
    const kept = JSON.parse(localStorage.getItem(keptKey) ?? '{}') as { path?: unknown; until?: unknown }
    const isFresh = typeof kept.until === 'number' && kept.until > Date.now()
    return isFresh && isAppPath(kept.path) ? kept.path : ''
  } catch {
    return ''
  }
}
