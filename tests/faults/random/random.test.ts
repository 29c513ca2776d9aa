import { expect, test } from 'vitest'
import { isWhole } from '#tests/support/extent.ts'
import { runSeed } from './seed.ts'
import { reportOf, wholeRun } from './seeds.ts'

const operations = isWhole ? wholeRun : 120

test('delivers each accepted photo once, complete and under its owner, in random runs', async () => {
  const outcome = await runSeed(1, operations)
  const report = reportOf(outcome)
  if (isWhole) console.log(report)
  expect(outcome.faults.length === 0 ? 'sound' : report).toBe('sound')
  expect(outcome.figures.delivered).toBeGreaterThan(operations / 10)
})
