const lockName = 'eclats:session'
/**
 * Longer than a request takes. After that the tab that holds the lock is frozen: iOS suspends tabs with their locks.
 * Milliseconds.
 */
const maxWaitMs = 15_000

/**
 * Runs requests whose answer sets the cookie of the session one after the other, in all tabs. When `work` also stores
 * the person, this device always remembers the person of the cookie.
 */
export function withSessionCookie<T>(work: () => Promise<T>): Promise<T> {
  return withLock({ signal: AbortSignal.timeout(maxWaitMs) }, work)
}

/** Like `withSessionCookie`, but does not wait. @returns null when another request sets the cookie now */
export function ifSessionCookieFree<T>(work: () => Promise<T>): Promise<T | null> {
  return withLock({ ifAvailable: true }, async (isFree) => (isFree ? work() : null))
}

/** Without a lock over plain http, where the browser forbids storage to this site, and when the wait is over. */
async function withLock<T>(options: LockOptions, work: (isFree: boolean) => Promise<T>): Promise<T> {
  let hasBegun = false
  try {
    return await navigator.locks.request(lockName, options, (lock) => {
      hasBegun = true
      return work(lock !== null)
    })
  } catch (error) {
    if (hasBegun) throw error
    return work(true)
  }
}

/** Whether a login or a renewal of any tab waits for the request that sets the cookie now. */
export async function isSessionCookieAwaited(): Promise<boolean> {
  try {
    const { pending = [] } = await navigator.locks.query()
    return pending.some(({ name }) => name === lockName)
  } catch {
    // There are no locks, see withLock.
    return false
  }
}
