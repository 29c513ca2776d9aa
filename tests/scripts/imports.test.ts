import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { importsPage, importsPath } from '../../scripts/imports.ts'

test('the page of imports shows the imports of the code', () => {
  expect(readFileSync(importsPath, 'utf8'), 'run: npm run imports').toBe(importsPage())
})
