const firstWaitMs = 1000
const maxWaitMs = 30_000

/**
 * Loads a code chunk, with pauses that grow up to 30 seconds and end when the browser reports a network.
 * @param isHopeless asked after a failure: when true, `load` runs once more, and its error is thrown
 */
export async function untilLoaded<T>(load: () => Promise<T>, isHopeless?: () => Promise<boolean>): Promise<T> {
  for (let wait = firstWaitMs; ; wait = Math.min(maxWaitMs, 2 * wait)) {
    try {
      return await load()
    } catch {
      if (await isHopeless?.()) return load()
    }
    await timeOrNetwork(wait)
  }
}

/** Waits for this many milliseconds, or until the browser reports a network. */
export function timeOrNetwork(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer)
      removeEventListener('online', go)
      resolve()
    }
    const timer = setTimeout(go, ms)
    addEventListener('online', go)
  })
}
