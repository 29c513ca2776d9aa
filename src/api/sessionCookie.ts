const lockName = 'eclats:session'
/**
 * Longer than a request takes. After that the tab that holds the lock is frozen: iOS suspends tabs with their locks.
 * Milliseconds.
 */
const maxWaitMs = 15_000
// lib.dom types navigator.locks as always present; it is missing over plain http.
const locks = navigator.locks as LockManager | undefined

/**
 * Runs requests whose answer sets the cookie of the session one after the other, in all tabs. When `work` also stores
 * the person, this device always remembers the person of the cookie.
 */
export async function withSessionCookie<T>(work: () => Promise<T>): Promise<T> {
  if (locks === undefined) return work()
  let hasBegun = false
  const begin = () => {
    hasBegun = true
    return work()
  }
  try {
    return await locks.request(lockName, { signal: AbortSignal.timeout(maxWaitMs) }, begin)
  } catch (error) {
    if (hasBegun) throw error
    return work()
  }
}

/** Like `withSessionCookie`, but does not wait. @returns null when another request sets the cookie now */
export async function ifSessionCookieFree<T>(work: () => Promise<T>): Promise<T | null> {
  if (locks === undefined) return work()
  return await locks.request(lockName, { ifAvailable: true }, async (lock) => (lock === null ? null : work()))
}

/** Whether a login or a renewal of any tab waits for the request that sets the cookie now. */
export async function isSessionCookieAwaited(): Promise<boolean> {
  const { pending = [] } = (await locks?.query()) ?? {}
  return pending.some(({ name }) => name === lockName)
}
