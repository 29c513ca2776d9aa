const firstWaitMs = 1000
const maxWaitMs = 30_000

/**
 * Loads a code chunk, with pauses that grow up to 30 seconds and end when the browser reports a network.
 * @param isHopeless asked after a failure: when true, `load` runs once more, and its error is thrown
 */
export async function untilLoaded<T>(load: () => Promise<T>, isHopeless?: () => Promise<boolean>): Promise<T> {
  const pause = growingPause(firstWaitMs, maxWaitMs)
  for (;;) {
    try {
      return await load()
    } catch {
      if (await isHopeless?.()) return load()
    }
    await pause()
  }
}

/**
 * A function that pauses between two attempts: `firstMs` the first time, then twice as long as before, at most `maxMs`.
 * A pause ends early when the browser reports a network.
 */
export function growingPause(firstMs: number, maxMs: number): () => Promise<void> {
  let ms = firstMs
  return () => {
    const paused = timeOrNetwork(ms)
    ms = Math.min(maxMs, 2 * ms)
    return paused
  }
}

function timeOrNetwork(ms: number): Promise<void> {
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
