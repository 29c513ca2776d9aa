/** How a Web Lock is taken: waiting at most this many milliseconds (0: not at all), or from its holder. */
export type LockWait = { readonly waitMs: number } | { readonly steal: true }

/**
 * Runs `work` with a Web Lock.
 * @param work its controller is aborted when another context takes the lock; `work` may still be running then
 * @returns its result, `busy` when the lock was not free in time, or `stolen` when another context took it
 */
export async function requestLock<T>(
  locks: LockManager,
  { name, ...wait }: { readonly name: string } & LockWait,
  work: (stolen: AbortController) => Promise<T>,
): Promise<T | 'busy' | 'stolen'> {
  const stolen = new AbortController()
  try {
    return await locks.request(name, optionsOf(wait), (lock) => (lock === null ? ('busy' as const) : work(stolen)))
  } catch (error) {
    if (!(error instanceof Error)) throw error
    if (error.name === 'TimeoutError') return 'busy'
    if (error.name !== 'AbortError') throw error
    stolen.abort()
    return 'stolen'
  }
}

function optionsOf(wait: LockWait): LockOptions {
  if ('steal' in wait) return wait
  return wait.waitMs > 0 ? { signal: AbortSignal.timeout(wait.waitMs) } : { ifAvailable: true }
}
