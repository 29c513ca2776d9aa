/**
 * Works on one item after the other, also behind one that failed: a row that always fails does not keep later ones from
 * their turn.
 * @throws AggregateError with every failure, after the last item
 */
export async function workEach<T>(items: Iterable<T>, work: (item: T) => Promise<unknown>): Promise<void> {
  const failures: unknown[] = []
  for (const item of items) await work(item).catch((error: unknown) => void failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('; '))
}
