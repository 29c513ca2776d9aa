/** First row number of a compressed version. Originals have at most 100 rows (100 MB). */
export const lighterRow = 1000

/** All rows of one item, including those of a compressed version. */
export function rowsOf(itemId: string): IDBKeyRange {
  return IDBKeyRange.bound([itemId, 0], [itemId, Number.MAX_SAFE_INTEGER])
}

/** Rows `first` to `last`, both inclusive. */
export function rowsBetween(itemId: string, first: number, last: number): IDBKeyRange {
  return IDBKeyRange.bound([itemId, first], [itemId, last])
}
