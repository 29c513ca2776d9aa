/** Sums counted rows into one number per known value. */
export function totals<K extends string>(
  keys: readonly K[],
  counted: readonly { readonly statut: string; readonly n: number | string }[],
): Record<K, number> {
  const sums = Object.fromEntries(keys.map((key) => [key, 0])) as Record<string, number>
  for (const { statut, n } of counted) {
    const sum = sums[statut]
    if (sum !== undefined) sums[statut] = sum + Number(n)
  }
  return sums
}
