import { isAppPath } from '#domain/contract/appPath.ts'
import { readJson, writeJson } from '#src/ui/storedJson.ts'
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

/**
 * Remembers the wanted path on this device until the person opens the mailed link. Without storage the person lands on
 * their home page.
 */
export function keepRedirect(wanted: string): void {
  writeJson('localStorage', keptKey, isAppPath(wanted) ? { path: wanted, until: Date.now() + redirectLifeMs } : null)
}

/** The path wanted before the link was requested; empty when unknown or expired. */
export function keptRedirect(): string {
  const { path, until } = (readJson('localStorage', keptKey) ?? {}) as { path?: unknown; until?: unknown }
  const isFresh = typeof until === 'number' && until > Date.now()
  return isFresh && isAppPath(path) ? path : ''
}
