import type { State } from './tables.ts'

type Known = ReadonlyMap<string, ReadonlySet<unknown>>

/**
 * The changes of a call in the tables, without values that differ in each run (row ids, secrets, hashes). Such a value
 * was in the tables neither before nor after both of two runs.
 */
export class Effect {
  readonly before: string
  readonly after: string
  readonly #known: Known
  readonly #ignored: ReadonlySet<string>

  /** @param before the tables before both runs; `ignored` tables are skipped */
  constructor(before: State, [first, second]: readonly [State, State], ignored: readonly string[] = []) {
    this.#ignored = new Set(ignored)
    const [old, one, two] = [valuesOf(before), valuesOf(first), valuesOf(second)]
    this.#known = new Map(
      [...one].map(([column, values]) => {
        const others = two.get(column) ?? new Set()
        return [column, new Set([...(old.get(column) ?? []), ...[...values].filter((value) => others.has(value))])]
      }),
    )
    this.before = this.shapeOf(before)
    this.after = this.shapeOf(first)
  }

  get isNone(): boolean {
    return this.before === this.after
  }

  /** The tables as a text that is equal after equal changes. */
  shapeOf(state: State): string {
    const tables = [...state]
      .filter(([table]) => !this.#ignored.has(table))
      .map(([table, rows]) => [table, rows.map((row) => this.#shapeOfRow(table, row)).toSorted()])
    return JSON.stringify(tables)
  }

  #shapeOfRow(table: string, row: Readonly<Record<string, unknown>>): string {
    const isKnown = ([column, value]: [string, unknown]) => this.#known.get(`${table}.${column}`)?.has(value) === true
    return JSON.stringify(Object.entries(row).map((cell) => (isKnown(cell) ? cell[1] : 'drawn anew')))
  }
}

function valuesOf(state: State): Map<string, Set<unknown>> {
  const values = new Map<string, Set<unknown>>()
  for (const [table, rows] of state) {
    for (const [column, value] of rows.flatMap((row) => Object.entries(row))) {
      const key = `${table}.${column}`
      values.set(key, (values.get(key) ?? new Set()).add(value))
    }
  }
  return values
}
