import { readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

/** The result of a suite: counts, and the failed tests by file, title and reason. */
export interface TestReport {
  readonly passed: number
  readonly failures: readonly string[]
}

interface VitestFile {
  readonly name: string
  readonly assertionResults: readonly {
    readonly status: string
    readonly fullName: string
    readonly failureMessages?: readonly string[]
  }[]
}

interface PlaywrightSuite {
  readonly suites?: readonly PlaywrightSuite[]
  readonly specs: readonly PlaywrightSpec[]
}

interface PlaywrightSpec {
  readonly ok: boolean
  readonly file: string
  readonly title: string
  readonly tests: readonly {
    readonly results: readonly { readonly errors: readonly { readonly message?: string }[] }[]
  }[]
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
          .map(({ fullName, failureMessages = [] }) =>
            failure(`${name.replace(`${process.cwd()}/`, '')}: ${fullName}`, failureMessages),
          ),
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
  const own = specs
    .filter(({ ok }) => !ok)
    .map(({ file, title, tests }) => failure(`${file}: ${title}`, tests.flatMap(messagesOf)))
  return [...own, ...suites.flatMap(failedSpecs)]
}

function messagesOf({ results }: PlaywrightSpec['tests'][number]): string[] {
  return results.flatMap(({ errors }) => errors.flatMap(({ message }) => message ?? []))
}

const mostLines = 8

/** The reason without colours and stack; the full output is further up. */
function failure(test: string, messages: readonly string[]): string {
  const lines = stripVTControlCharacters(messages[0] ?? '')
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^ +at /.test(line))
  return [test, ...lines.slice(0, mostLines).map((line) => `    ${line}`)].join('\n')
}

function read(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
