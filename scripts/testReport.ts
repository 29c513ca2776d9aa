import { readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

/** The result of a suite: counts, and the failed tests by file, title and reason. */
export interface TestReport {
  readonly passed: number
  readonly failures: readonly string[]
}

interface VitestFile {
  readonly name: string
  readonly status: string
  /** Why the file failed outside its tests: at its import, or in a hook. */
  readonly message: string
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
      failures: report.testResults.flatMap(failedTests),
    }
  )
}

function failedTests({ name, status, message, assertionResults }: VitestFile): string[] {
  const path = name.replace(`${process.cwd()}/`, '')
  const failed = assertionResults.filter((test) => test.status === 'failed')
  if (failed.length === 0 && status === 'failed') return [failure(`${path}: outside its tests`, [message])]
  return failed.map(({ fullName, failureMessages = [] }) => failure(`${path}: ${fullName}`, failureMessages))
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

/**
 * The failure of a suite that broke without a failed test, for instance by an error that no test awaited.
 * @param output the last text that the suite wrote: its last lines, without those of passed tests, are the reason
 */
export function brokenSuite(title: string, output: string): string {
  const lines = linesOf(output).filter((line) => !line.includes('✓'))
  return indented(`${title}: it broke, or ran nothing`, lines.slice(-mostLines * 4))
}

const mostLines = 8

/** The reason without colours and stack; the full output is further up. */
function failure(test: string, messages: readonly string[]): string {
  const lines = linesOf(messages[0] ?? '').filter((line) => !/^ +at /.test(line))
  return indented(test, lines.slice(0, mostLines))
}

function indented(title: string, lines: readonly string[]): string {
  return [title, ...lines.map((line) => `    ${line}`)].join('\n')
}

function linesOf(text: string): string[] {
  return stripVTControlCharacters(text)
    .split('\n')
    .filter((line) => line.trim() !== '')
}

function read(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
