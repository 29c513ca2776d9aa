/** Where the rows of a lighter version begin, behind those of the original: 100 MB are 100 rows. */
export const lighterRow = 1000

/** All rows of one item, a lighter version's too. */
export function rowsOf(itemId: string): IDBKeyRange {
  return IDBKeyRange.bound([itemId, 0], [itemId, Number.MAX_SAFE_INTEGER])
}

/** Rows `first` to `last`, both included. */
export function rowsBetween(itemId: string, first: number, last: number): IDBKeyRange {
  return IDBKeyRange.bound([itemId, first], [itemId, last])
}
