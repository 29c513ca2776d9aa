import { UnblankableFile } from './patch.ts'

export interface Span {
  readonly start: number
  readonly end: number
}

const maxSpans = 200_000

/** Byte ranges of a file, collected during parsing. Adjacent ranges are merged when added in order. */
export class Spans {
  readonly #list: Span[] = []

  /** @throws UnblankableFile when there are more than 200 000 ranges */
  add(start: number, end: number): void {
    const last = this.#list.at(-1)
    if (start >= end) return
    if (last?.end === start) this.#list[this.#list.length - 1] = { start: last.start, end }
    else this.#list.push({ start, end })
    if (this.#list.length > maxSpans) throw new UnblankableFile('too many pieces')
  }

  /** The ranges in order, those that overlap or touch as one. */
  sorted(): readonly Span[] {
    const merged: Span[] = []
    for (const span of this.#list.toSorted((a, b) => a.start - b.start)) {
      const last = merged.at(-1)
      if (last === undefined || span.start > last.end) merged.push(span)
      else if (span.end > last.end) merged[merged.length - 1] = { start: last.start, end: span.end }
    }
    return merged
  }

  /** Yields the parts of these ranges that `others` does not cover. */
  *outside(others: Spans): Generator<Span> {
    const known = others.sorted()
    let next = 0
    for (const area of this.sorted()) {
      let reached = area.start
      // The previous range of `others` may also overlap this area; an earlier one ends before it.
      if ((known[next - 1]?.end ?? 0) > area.start) next -= 1
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
