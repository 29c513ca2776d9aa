/**
 * Processes items, at most `limit` at a time, and gives the results in the order of the items.
 * @throws the first failure, after the work that has begun; no other item is begun after it
 */
export async function mapConcurrently<T, R>(
  items: readonly T[],
  limit: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  const left = items.entries()
  let hasFailed = false
  const workInTurn = async () => {
    for (const [index, item] of left) {
      if (hasFailed) return
      try {
        results[index] = await work(item)
      } catch (error) {
        hasFailed = true
        throw error
      }
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: Math.min(limit, items.length) }, workInTurn))
  for (const one of ended) if (one.status === 'rejected') throw one.reason
  return results
}
