/** How a Web Lock is taken: waiting at most this many milliseconds (0: not at all), or from its holder. */
export type LockWait = { readonly waitMs: number } | { readonly steal: true }

/** Runs `work` with a Web Lock. @returns its result, or `busy` when the lock was not free in time */
export async function requestLock<T>(
  locks: LockManager,
  { name, ...wait }: { readonly name: string } & LockWait,
  work: () => Promise<T>,
): Promise<T | 'busy'> {
  try {
    return await locks.request(name, optionsOf(wait), (lock) => (lock === null ? ('busy' as const) : work()))
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError') return 'busy'
    throw error
  }
}

function optionsOf(wait: LockWait): LockOptions {
  if ('steal' in wait) return wait
  return wait.waitMs > 0 ? { signal: AbortSignal.timeout(wait.waitMs) } : { ifAvailable: true }
}
