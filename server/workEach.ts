import { loggedError } from './loggedError.ts'

/**
 * Processes items one after the other and continues after a failure, so that an item that always fails does not block
 * later ones.
 * @throws AggregateError with all failures, after the last item
 */
export async function workEach<T>(items: Iterable<T>, work: (item: T) => Promise<unknown>): Promise<void> {
  const failures: unknown[] = []
  for (const item of items) await work(item).catch((error: unknown) => void failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, failures.map(textOf).join('; '))
}

function textOf(error: unknown): string {
  const { type, message } = loggedError(error)
  return `${type}: ${message}`
}
