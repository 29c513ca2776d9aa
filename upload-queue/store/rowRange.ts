/** All rows of one item. */
export function rowsOf(itemId: string): IDBKeyRange {
  return IDBKeyRange.bound([itemId, 0], [itemId, Number.MAX_SAFE_INTEGER])
}

/** Rows `first` to `last`, both included. */
export function rowsBetween(itemId: string, first: number, last: number): IDBKeyRange {
  return IDBKeyRange.bound([itemId, first], [itemId, last])
}
