import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'

const folder = 'tests/faults/mutants'

// Otherwise the long run would be the first to notice that the code has moved on.
test('every fault that is planted on purpose still fits the code', () => {
  const patches = readdirSync(folder).filter((name) => name.endsWith('.patch'))
  expect(patches.length).toBeGreaterThan(20)
  const misfits = patches.filter((name) => {
    try {
      execFileSync('git', ['apply', '--check', `${folder}/${name}`], { stdio: 'ignore' })
      return false
    } catch {
      return true
    }
  })
  expect(misfits).toEqual([])
})
