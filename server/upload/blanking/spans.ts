import { UnblankableFile } from './patch.ts'

/** Bytes [start, end) of a file. */
export interface Span {
  readonly start: number
  readonly end: number
}

const maxSpans = 200_000

/** Ranges of a file, collected while it is parsed; those that touch become one as they come. */
export class Spans {
  readonly #list: Span[] = []

  /** @throws UnblankableFile when there are too many */
  add(start: number, end: number): void {
    const last = this.#list.at(-1)
    if (start >= end) return
    if (last?.end === start) this.#list[this.#list.length - 1] = { start: last.start, end }
    else this.#list.push({ start, end })
    if (this.#list.length > maxSpans) throw new UnblankableFile('too many pieces')
  }

  /** The ranges from the first byte on. */
  sorted(): readonly Span[] {
    return this.#list.toSorted((a, b) => a.start - b.start)
  }

  /** What of these ranges lies in none of the others. */
  *outside(others: Spans): Generator<Span> {
    const known = others.sorted()
    let next = 0
    for (const area of this.sorted()) {
      let reached = area.start
      // The one before may reach beyond the area before.
      while (next > 0 && (known[next - 1]?.end ?? 0) > area.start) next -= 1
      for (; next < known.length; next += 1) {
        const { start, end } = known[next] as Span
        if (start >= area.end) break
        if (start > reached) yield { start: reached, end: start }
        reached = Math.max(reached, end)
      }
      if (reached < area.end) yield { start: reached, end: area.end }
    }
  }
}
