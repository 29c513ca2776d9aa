import type { Page } from '@playwright/test'

/** The queue as shown by a tab at one moment. */
interface Sight {
  /** Milliseconds since 1970, a multiple of the step. */
  readonly at: number
  /** Texts of the rows, top to bottom. */
  readonly rows: readonly string[]
}

const stepMs = 250

/** Records what a tab shows on Envois every quarter of a second of the wall clock, which all tabs share. */
export async function watchQueue(page: Page): Promise<() => Promise<Sight[]>> {
  const sights = await page.evaluateHandle((step) => {
    const seen: Sight[] = []
    const look = () => {
      const rows = [...document.querySelectorAll<HTMLElement>('main li[data-state]')]
      const at = Math.round(Date.now() / step) * step
      seen.push({ at, rows: rows.map(({ dataset }) => dataset['state'] ?? '') })
      setTimeout(look, step - (Date.now() % step))
    }
    setTimeout(look, step - (Date.now() % step))
    return seen
  }, stepMs)
  return () => sights.evaluate((seen) => seen)
}

/** The longest time in milliseconds in which two tabs differed. */
export function longestDifference(one: readonly Sight[], other: readonly Sight[]): number {
  const others = new Map(other.map(({ at, rows }) => [at, rows.join(' ')]))
  let [longest, since] = [0, Number.NaN]
  for (const { at, rows } of one) {
    const there = others.get(at)
    if (there === undefined) continue
    if (there === rows.join(' ')) since = Number.NaN
    else if (Number.isNaN(since)) since = at
    if (!Number.isNaN(since)) longest = Math.max(longest, at - since)
  }
  return longest
}
