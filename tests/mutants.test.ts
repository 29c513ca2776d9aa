import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'

const folder = 'tests/faults/mutants'

// Detects outdated patches before the long run does.
test('applies every mutant patch to the current code', () => {
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
