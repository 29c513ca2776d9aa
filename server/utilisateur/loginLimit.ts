import { networkOf } from '../http/network.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import { clearAttempts, countAttempt, countAttemptByOrigin } from '../tentative/tentative.ts'

/** Where a request about an account comes from. */
export interface RequestOrigin {
  readonly ip: string
  /** As `knownDevice` gives it; null for a device that the account has not signed in from. */
  readonly device: string | null
}

/** Milliseconds that attempts are counted for. */
const windowMs = 15 * 60_000
/** 200 guests share one network at a wedding, so its own limit is wide. */
const limits = { perOrigin: 5, perAccount: 100, perNetwork: 100 }
/** Milliseconds before the password is looked at, by the attempts of the origin: 0, 0, then doubling. */
const firstDelayMs = 500
const maxDelayMs = 2000

/**
 * Counts a login before it is tried (OWASP ASVS 5.0, 6.3.1): five failures in 15 minutes for each account and network,
 * or known device, and 100 of strangers for each account. A known device is slowed by that ceiling and not refused: only
 * its own failures close it.
 * @param email normalised; whether an account has it makes no difference
 * @returns what to call after a success, so that the failures before it no longer count
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

/** What requests about an account are counted by: a device that it has signed in from, else the network. */
export function origineOf({ ip, device }: RequestOrigin): string {
  return device === null ? `reseau:${networkOf(ip)}` : `appareil:${device}`
}

/** Before the password is looked at, not after: a client that hangs up early learns nothing sooner. */
function delayOf(attempt: number): number {
  return attempt < 3 ? 0 : Math.min(maxDelayMs, firstDelayMs * 2 ** (attempt - 3))
}
