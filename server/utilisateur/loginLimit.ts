import { networkOf } from '../http/network.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import { clearAttempts, countAttempt, countAttemptByOrigin } from '../tentative/rateLimit.ts'

export interface RequestOrigin {
  readonly ip: string
  /** From `knownDevice`; null for a device from which the account has not signed in. */
  readonly device: string | null
}

/** Period for counting attempts, in ms. */
const windowMs = 15 * 60_000
/** The limit per network is high: 200 guests of a wedding share one network. */
const limits = { perOrigin: 5, perAccount: 100, perNetwork: 100 }
/** Delay before the password check in ms, by the attempts of the origin: 0, 0, then doubling. */
const firstDelayMs = 500
const maxDelayMs = 2000

/**
 * Counts a login before the password check (OWASP ASVS 5.0, 6.3.1). Limits in 15 minutes: five attempts per account
 * and network or known device, and 100 per account for unknown devices. Above 100, a known device is only delayed:
 * only its own failures block it.
 * @param email normalized; the account need not exist
 * @returns a function to call after a success, which resets the counts
 * @throws Problem requete.trop_de_tentatives with Retry-After
 */
export async function countLogin(
  deps: DatabaseDeps & { pause(ms: number): Promise<void> },
  email: string,
  { ip, device }: RequestOrigin,
): Promise<() => Promise<void>> {
  const network = networkOf(ip)
  const uncountNetwork = await countAttempt(deps, { cle: `login-ip:${network}`, limit: limits.perNetwork, windowMs })
  const cle = loginKey(email)
  const origine = origineOf({ ip, device })
  const total = device === null ? limits.perAccount : null
  const counted = await countAttemptByOrigin(deps, { cle, origine, limit: limits.perOrigin, total, windowMs })
  const isUnderAttack = counted.fromAll > limits.perAccount
  await deps.pause(isUnderAttack ? maxDelayMs : delayOf(counted.fromOrigin))
  return async () => {
    await clearAttempts(deps, cle, origine)
    await uncountNetwork()
  }
}

/** The key under which logins of an address are counted. */
export function loginKey(email: string): string {
  return `login:${email}`
}

/** The key of an origin: the known device, else the network. */
export function origineOf({ ip, device }: RequestOrigin): string {
  return device === null ? `reseau:${networkOf(ip)}` : `appareil:${device}`
}

/** The delay comes before the check: closing the connection early reveals nothing sooner. */
function delayOf(attempt: number): number {
  return attempt < 3 ? 0 : Math.min(maxDelayMs, firstDelayMs * 2 ** (attempt - 3))
}
