/** One figure of the product: a ratio of two things taken in turn in the same run, or an exact count. */
export interface Row {
  readonly what: string
  /** What it is held against. */
  readonly against: string
  readonly goal: string
  measure(): Promise<Measured>
}

export interface Measured {
  readonly figure: string
  /** The two sides, for whoever doubts the ratio. */
  readonly detail: string
  readonly isMet: boolean
}

/** The middle of an odd number of values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
