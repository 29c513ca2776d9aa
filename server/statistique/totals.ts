/** Counted rows as one number for each of the known values; several rows of a value add up. */
export function totals<K extends string>(
  keys: readonly K[],
  counted: readonly { readonly statut: string; readonly n: number | string }[],
): Record<K, number> {
  const sumOf = (key: K) => counted.filter(({ statut }) => statut === key).reduce((sum, { n }) => sum + Number(n), 0)
  return Object.fromEntries(keys.map((key) => [key, sumOf(key)])) as Record<K, number>
}
