import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { blankingOf } from '#server/upload/blanking/blanking.ts'
import { ParseBudget, parseLimits } from '#server/upload/blanking/parseBudget.ts'
import { UnblankableFile } from '#server/upload/blanking/patch.ts'
import { bombs } from '#tests/support/corpus/bombs.ts'
import { genuineFiles } from '#tests/support/corpus/genuine.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eclats-budget-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function file(name: string, bytes: Buffer): Promise<string> {
  const path = join(folder, name.replaceAll(/\W/g, '-'))
  await writeFile(path, bytes)
  return path
}

/** Counts the elements that a parser reads, and throws above the limit. */
class CountedBudget extends ParseBudget {
  spent = 0
  override spendElements(count: number): void {
    this.spent += count
    super.spendElements(count)
  }
}

const small = { ...parseLimits, elements: 100, ranges: 50, bytesRead: 60_000 }
/** Understood with fewer elements: the nested content is never read. */
const cheap = 'a film of tracks in tracks'

test.each(bombs(100_000))('stops while parsing $title, not afterwards', async ({ title, type, make }) => {
  const patches = blankingOf(await file(title, make()), type, new ParseBudget(small))
  expect(patches !== null).toBe(title === cheap)
})

test.each(Object.entries(parseLimits).filter(([name]) => name !== 'cpuMs'))(
  'throws when the limit of %s is exceeded, not earlier',
  (name, limit) => {
    const budget = new ParseBudget()
    const spend: Record<string, (count: number) => void> = {
      elements: (count) => budget.spendElements(count),
      bytesRead: (count) => budget.spendRead(count),
      ranges: (count) => Array.from({ length: count }, () => budget.spendRange()),
      replacedBytes: (count) => budget.spendRange(count),
    }
    spend[name]?.(limit)
    expect(() => spend[name]?.(1)).toThrow(UnblankableFile)
  },
)

test('throws when the parser exceeds its time limit', () => {
  const budget = new ParseBudget({ ...parseLimits, cpuMs: -1 })
  expect(() => budget.spendRead(1)).toThrow(UnblankableFile)
})

test('uses less than a hundredth of its elements for each genuine file', async () => {
  for (const [type, bytes] of Object.entries(await genuineFiles())) {
    const budget = new CountedBudget()
    expect(
      blankingOf(await file(type, bytes), type as keyof Awaited<ReturnType<typeof genuineFiles>>, budget),
    ).not.toBe(null)
    expect(budget.spent).toBeLessThan(parseLimits.elements / 100)
  }
})
