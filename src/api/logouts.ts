import { dayMs } from '#domain/contract/durations.ts'
import { readJson, writeJson } from '#src/ui/storedJson.ts'
import { logoutBeforeKey } from './sessionStore.ts'

/** When each person last logged out in any tab, milliseconds since 1970, by id; for a day. */
const logoutsKey = 'eclats.deconnexions'

/** Notes for the other tabs that a person has logged out. */
export function noteLogout(id: number): void {
  const now = Date.now()
  const recent = Object.entries(logouts()).filter(([, at]) => now - Number(at) < dayMs)
  writeJson('localStorage', logoutsKey, { ...Object.fromEntries(recent), [id]: now })
}

/** Notes in this tab, when it has a new session, the last logout of its person. */
export function noteSessionStart(id: number): void {
  writeJson('sessionStorage', logoutBeforeKey, lastLogout(id))
}

/**
 * Whether a person has logged out, in whichever tab, since this tab's session began. False when that was not noted: the
 * code that notes it loads after the login.
 */
export function hasLoggedOutSince(id: number): boolean {
  const before = readJson('sessionStorage', logoutBeforeKey)
  return typeof before === 'number' && lastLogout(id) > before
}

function lastLogout(id: number): number {
  return Number(logouts()[id]) || 0
}

function logouts(): Record<string, unknown> {
  return { ...(readJson('localStorage', logoutsKey) as object | null) }
}
