import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { brokenSuite, readVitest } from '../../scripts/testReport.ts'

async function reportOf(testResults: unknown[]) {
  const folder = await mkdtemp(join(tmpdir(), 'eclats-report-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'report.json')
  await writeFile(file, JSON.stringify({ numPassedTests: 3, testResults }))
  return readVitest(file)
}

test('names the file and the reason when a file fails outside its tests', async () => {
  const skipped = { status: 'pending', fullName: 'reads a row' }
  const name = join(process.cwd(), 'tests/some.test.ts')
  const file = {
    name,
    status: 'failed',
    message: 'Error: no database\n    at open (file.ts:1:1)',
    assertionResults: [skipped],
  }
  expect(await reportOf([file])).toEqual({
    passed: 3,
    failures: ['tests/some.test.ts: outside its tests\n    Error: no database'],
  })
})

test('names each failed test once', async () => {
  const failed = { status: 'failed', fullName: 'reads a row', failureMessages: ['AssertionError: 1 is not 2'] }
  const file = { name: '/tests/some.test.ts', status: 'failed', message: '', assertionResults: [failed] }
  expect((await reportOf([file]))?.failures).toEqual([
    '/tests/some.test.ts: reads a row\n    AssertionError: 1 is not 2',
  ])
})

test('gives the last lines of a suite that broke, without its passed tests', () => {
  const output = ' \u001B[32m✓\u001B[39m reads a row\n\nUnhandled Errors\nError: closed\n'
  expect(brokenSuite('unit', output)).toBe('unit: it broke, or ran nothing\n    Unhandled Errors\n    Error: closed')
})
