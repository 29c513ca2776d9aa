/**
 * Age of a good result in ms: up to `fresh` it is returned; up to `stale` it is returned while the check runs again.
 */
const goodMs = { fresh: 5000, stale: 15_000 }

/**
 * Caches the result of a check (stale-while-revalidate): writing a test file takes seconds during 64 concurrent
 * uploads.
 * @param now a monotonic clock in milliseconds
 * @returns a function that rejects with the error of the last check
 */
export function recentCheck(check: () => Promise<void>, now: () => number = () => performance.now()) {
  let goodAt = -Infinity
  let running: Promise<void> | null = null

  function run(): Promise<void> {
    running ??= check()
      .then(
        () => void (goodAt = now()),
        (error: unknown) => {
          goodAt = -Infinity
          throw error
        },
      )
      .finally(() => {
        running = null
      })
    return running
  }

  return async (): Promise<void> => {
    const age = now() - goodAt
    if (age < goodMs.fresh) return
    const checked = run()
    if (age >= goodMs.stale) return checked
    // The next caller gets the error.
    checked.catch(() => undefined)
  }
}
