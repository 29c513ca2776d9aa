import { queueViewStore } from './queueViewStore.ts'

/**
 * Reads now and after each change of the queue, also of other owners, and shows the newest result. A read that fails
 * (the chunk of the queue did not load) is repeated at the next change.
 * @returns what ends it
 */
export function readQueue<T>(read: () => Promise<T>, show: (result: T) => void): () => void {
  let newest = 0
  const run = async () => {
    newest += 1
    const own = newest
    const result = await read()
    if (own === newest) show(result)
  }
  const runSafely = () => void run().catch(() => undefined)
  runSafely()
  const { unsubscribe } = queueViewStore.subscribe(runSafely)
  return () => {
    newest += 1
    unsubscribe()
  }
}
