import { hostAnswers } from './transport.ts'

const firstWaitMs = 1000
const maxWaitMs = 30_000

/**
 * Loads a code chunk. Without network it retries with backoff until the chunk loads.
 * @throws what `load` throws although the host answers: a newer version is deployed, and only a reload helps
 */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  for (let wait = firstWaitMs; ; wait = Math.min(maxWaitMs, 2 * wait)) {
    try {
      return await load()
    } catch {
      if (await hostAnswers()) return load()
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
