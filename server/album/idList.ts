/** Packs row ids into two or three bytes each: sorted, each as the difference to the previous one. */
export function packIds(ids: Iterable<number>): string {
  const sorted = [...ids].toSorted((a, b) => a - b)
  return sorted.map((id, n) => (id - (sorted[n - 1] ?? 0)).toString(36)).join(' ')
}

/** The ids of a packed list, smallest first. */
export function unpackIds(packed: string): number[] {
  let id = 0
  return packed === '' ? [] : packed.split(' ').map((step) => (id += Number.parseInt(step, 36)))
}
