import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { architecturePage, architecturePath } from '../../scripts/architecture.ts'

test('the architecture page shows the imports of the code', () => {
  expect(readFileSync(architecturePath, 'utf8'), 'run: node scripts/architecture.ts').toBe(architecturePage())
})
