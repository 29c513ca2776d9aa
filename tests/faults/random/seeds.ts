import { type Outcome, runSeed } from './seed.ts'

export const wholeRun = 1000

/** Runs these seeds, with one line and the violations for each, then a summary table. */
export async function runSeeds(seeds: readonly number[]): Promise<{ passed: number; failed: number }> {
  const outcomes: Outcome[] = []
  for (const seed of seeds) {
    const outcome = await runSeed(seed, wholeRun)
    outcomes.push(outcome)
    console.log(reportOf(outcome))
  }
  console.table(outcomes.map(({ figures }) => figures))
  const failed = outcomes.filter(({ faults }) => faults.length > 0).length
  return { passed: outcomes.length - failed, failed }
}

/** A run as text: one line without violations, otherwise how to reproduce it. */
export function reportOf({ figures, injected, faults, trail }: Outcome): string {
  const { seed, ...counts } = figures
  const kinds = [...injected].map(([kind, count]) => `${kind} ${count}`).join(', ')
  const line = `seed ${seed}: ${Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ')}; injected ${kinds}`
  if (faults.length === 0) return line
  return [
    line,
    ...faults.map(
      ({ kind, what, photo, after, history }) => `  ${kind}: ${photo} ${what} (after ${after}; ${history.join(' > ')})`,
    ),
    `  seed ${seed}, up to the first:`,
    ...trail.map((was) => `    ${was}`),
  ].join('\n')
}
