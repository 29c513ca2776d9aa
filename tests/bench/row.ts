/** One figure of the product: a ratio of two alternating measurements in the same run, or an exact count. */
export interface Row {
  readonly what: string
  readonly against: string
  readonly goal: string
  measure(): Promise<Measured>
}

export interface Measured {
  readonly figure: string
  /** The two measured values of the ratio. */
  readonly detail: string
  readonly isMet: boolean
}

/** The median of an odd number of values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
