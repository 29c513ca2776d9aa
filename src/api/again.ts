import { hostAnswers } from './transport.ts'

const firstWaitMs = 1000
const longestWaitMs = 30_000

/**
 * Loads a part of the app. Without network it is asked for again until it comes, and whatever is on the screen stays.
 * @throws what `load` throws although the host answers: a newer version stands there, and only a new page helps
 */
export async function again<T>(load: () => Promise<T>): Promise<T> {
  for (let wait = firstWaitMs; ; wait = Math.min(longestWaitMs, 2 * wait)) {
    try {
      return await load()
    } catch {
      if (await hostAnswers()) return load()
    }
    await timeOrNetwork(wait)
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
