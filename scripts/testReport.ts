import { readFileSync } from 'node:fs'

/** What a suite said of itself: counts, and the failed tests by file and sentence. */
export interface TestReport {
  readonly passed: number
  readonly failures: readonly string[]
}

interface VitestFile {
  readonly name: string
  readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[]
}

interface PlaywrightSuite {
  readonly suites?: readonly PlaywrightSuite[]
  readonly specs: readonly { readonly ok: boolean; readonly file: string; readonly title: string }[]
}

/** @returns undefined when the suite broke before it wrote `file` */
export function readVitest(file: string): TestReport | undefined {
  const report = read(file) as { numPassedTests: number; testResults: readonly VitestFile[] } | undefined
  return (
    report && {
      passed: report.numPassedTests,
      failures: report.testResults.flatMap(({ name, assertionResults }) =>
        assertionResults
          .filter(({ status }) => status === 'failed')
          .map(({ fullName }) => `${name.replace(`${process.cwd()}/`, '')}: ${fullName}`),
      ),
    }
  )
}

/** @returns undefined when the suite broke before it wrote `file` */
export function readPlaywright(file: string): TestReport | undefined {
  const report = read(file) as
    | { stats: { expected: number; flaky: number }; suites: readonly PlaywrightSuite[] }
    | undefined
  return (
    report && {
      passed: report.stats.expected + report.stats.flaky,
      failures: report.suites.flatMap(failedSpecs),
    }
  )
}

function failedSpecs({ suites = [], specs }: PlaywrightSuite): string[] {
  const own = specs.filter(({ ok }) => !ok).map(({ file, title }) => `${file}: ${title}`)
  return [...own, ...suites.flatMap(failedSpecs)]
}

function read(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
