import { setImmediate } from 'node:timers/promises'

/**
 * Reads many rows in pages, in the order of their ids, and handles other requests between two pages. The pages are no
 * snapshot: a row that changes in between is read in its old or its new state, and no row is read twice.
 * @param read at most `limit` rows with an id above `after`, in the order of ids
 * @param options `after` is 0 when absent; 1 000 media take some milliseconds on SQLite, which blocks the event loop
 */
export async function* pagesById<Row extends { readonly id: number }>(
  read: (after: number, limit: number) => Promise<Row[]>,
  options: { readonly after?: number; readonly pageSize?: number | undefined } = {},
): AsyncGenerator<readonly Row[]> {
  const { pageSize = 1000 } = options
  let { after = 0 } = options
  for (;;) {
    const rows = await read(after, pageSize)
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (rows.length < pageSize || !last) return
    after = last.id
    await setImmediate()
  }
}
