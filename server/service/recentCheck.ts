/** For how long, in ms, a good result is answered at once, and for how long while the check runs again. */
const goodMs = { fresh: 5000, stale: 15_000 }

/**
 * A check that is asked for more often than it needs to run: writing a file to see that the disk answers takes seconds
 * while 64 uploads come in. A result that is some seconds old is answered at once, and the check runs again behind it.
 * @param now milliseconds that pass whatever the clock shows
 * @returns rejects with what the last check failed with
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
    // The next caller is told when it fails.
    checked.catch(() => undefined)
  }
}
