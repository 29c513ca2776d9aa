// The second half of `npm test`: every suite in turn, then one line that counts them all.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { postgresPrograms } from './postgresPrograms.ts'
import { readPlaywright, readVitest, type TestReport } from './testReport.ts'

const reportFolder = 'node_modules/.cache/reports'
/** Hundreds of servers and image processes are started: each compiles its TypeScript once for all of them. */
const compileCache = resolve('node_modules/.cache/compile')

/** Every suite by its name; `npm test -- checks unit` runs some of them, without names all run. */
const suites: Readonly<Record<string, () => TestReport[]>> = {
  checks: () => [
    step('format', ['oxfmt', '--check']),
    step('lint', ['oxlint']),
    step('types', ['tsc', '-b']),
    step('dead code', ['knip']),
  ],
  unit: () => [vitest('unit', ['--project', 'node', '--project', 'queue'])],
  postgres: () => [postgres()],
  browser: () => [vitest('browser', ['--project', 'browser'])],
  faults: () => [vitest('server faults', ['--project', 'faults']), built(), playwright('faults')],
  journeys: () => [built(), playwright('journeys')],
}
const names = process.argv.slice(2)
const unknown = names.find((name) => !(name in suites))
if (unknown !== undefined) {
  console.error(`Unknown suite "${unknown}": expected ${Object.keys(suites).join(', ')}`)
  process.exit(2)
}
rmSync(reportFolder, { recursive: true, force: true })
mkdirSync(reportFolder, { recursive: true })
const wanted = names.length > 0 ? names : Object.keys(suites)
let build: TestReport | undefined
const reports = wanted.flatMap((name) => suites[name]?.() ?? [])
const passed = reports.reduce((sum, suite) => sum + suite.passed, 0)
const failures = reports.flatMap((suite) => suite.failures)
// Failures of the first suites have scrolled away.
for (const failure of failures) console.log(`\nFailed: ${failure}`)
console.log(`\n${passed} passed, ${failures.length} failed`)
process.exitCode = failures.length === 0 ? 0 : 1

function run(title: string, command: string[], env: Record<string, string> = {}): boolean {
  const [program = '', ...args] = command
  const started = Date.now()
  console.log(`\n== ${title}: ${command.join(' ')}`)
  const result = spawnSync(program, args, {
    stdio: 'inherit',
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache, ...env },
  })
  console.log(
    `== ${title}: ${result.status === 0 ? 'ok' : 'FAILED'} in ${Math.round((Date.now() - started) / 100) / 10} s`,
  )
  return result.status === 0
}

/** The app is built once, before the first suite that drives it. */
function built(): TestReport {
  const before = build
  build ??= step('build', ['vite', 'build', '--logLevel', 'warn'])
  return before ? { passed: 0, failures: [] } : build
}

function step(title: string, command: string[]): TestReport {
  return run(title, command) ? { passed: 1, failures: [] } : { passed: 0, failures: [title] }
}

function vitest(title: string, projects: string[]): TestReport {
  const file = `${reportFolder}/${title}.json`
  const command = ['vitest', 'run', ...projects, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  return held(title, run(title, command), readVitest(file))
}

/** Machines that can install PostgreSQL, and CI, must not skip it. */
function postgres(): TestReport {
  if (postgresPrograms() !== null) return vitest('postgres', ['--project', 'postgres'])
  const mayNotSkip = Boolean(process.env['CI']) || (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get'))
  console.log(
    '\n== postgres: skipped, PostgreSQL is not installed: install "postgresql" to run the server suites on it.',
  )
  return { passed: 0, failures: mayNotSkip ? ['postgres: it is missing'] : [] }
}

/** Three workers on two cores: a journey is mostly idle. */
function playwright(project: string): TestReport {
  const file = `${reportFolder}/${project}.json`
  const which = ['--project', project, '--workers=3']
  const ok = run(project, ['playwright', 'test', ...which, '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    SKIP_LONG: '1',
  })
  return held(project, ok, readPlaywright(file))
}

/** A suite that crashed without a failed test, or ran no test, counts as one failure. */
function held(title: string, ok: boolean, report: TestReport = { passed: 0, failures: [] }): TestReport {
  const isSilent = report.failures.length === 0 && (!ok || report.passed === 0)
  return isSilent ? { ...report, failures: [`${title}: it broke, or ran nothing`] } : report
}
