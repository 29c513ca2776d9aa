// The second half of `npm test`: all suites one after the other, then one line that counts them all. With `--whole` the
// long tests too (longTests.ts).
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { postgresPrograms } from './postgresPrograms.ts'
import { brokenSuite, readPlaywright, readVitest, type TestReport } from './testReport.ts'

/** Characters of a suite's output that are kept for its failure. */
const outputLength = 20_000
const reportFolder = 'node_modules/.cache/reports'
/** Hundreds of servers and image processes are started: each compiles its TypeScript once for all of them. */
const compileCache = resolve('node_modules/.cache/compile')

const whole = '--whole'
const isWhole = process.argv.includes(whole)

type Suite = () => Promise<TestReport[]>
/**
 * Every suite by its name, in the order in which they run; `npm test -- checks unit` runs some of them, without names
 * all run. Each uses all cores: two suites at a time end no earlier, and a single test then takes several times as
 * long.
 */
const suites: Readonly<Record<string, Suite>> = {
  checks: async () => [
    await step('format', ['oxfmt', '--check']),
    await step('lint', ['oxlint']),
    await step('types', ['tsc', '-b', '--checkers', '1']),
    await step('dead code', ['knip']),
  ],
  unit: async () => [await vitest('unit', ['--project', 'node', '--project', 'queue', '--project', 'store'])],
  browser: async () => [await vitest('browser', ['--project', 'browser'])],
  postgres: async () => [await postgres()],
  faults: async () => [
    await vitest('server faults', ['--project', 'faults']),
    await built(),
    await playwright('faults'),
  ],
  // The project of all journeys also checks that they showed every specified sentence.
  journeys: async () => [await built(), await playwright(isWhole ? 'journeys' : 'e2e')],
}
const names = process.argv.slice(2).filter((word) => word !== whole)
const unknown = names.find((name) => !(name in suites))
if (unknown !== undefined) {
  console.error(`Unknown suite "${unknown}": expected ${Object.keys(suites).join(', ')}`)
  process.exit(2)
}
rmSync(reportFolder, { recursive: true, force: true })
mkdirSync(reportFolder, { recursive: true })
const wanted = new Set(names.length > 0 ? names : Object.keys(suites))
let build: Promise<TestReport> | undefined
const reports: TestReport[] = []
for (const [name, runSuite] of Object.entries(suites)) if (wanted.has(name)) reports.push(...(await runSuite()))
const passed = reports.reduce((sum, suite) => sum + suite.passed, 0)
const failures = reports.flatMap((suite) => suite.failures)
// Failures of the first suites have scrolled away.
for (const failure of failures) console.log(`\nFailed: ${failure}`)
console.log(`\n${passed} passed, ${failures.length} failed`)
process.exitCode = failures.length === 0 ? 0 : 1

interface Ended {
  readonly ok: boolean
  /** The end of what it wrote. */
  readonly output: string
}

async function run(title: string, command: string[], env: Record<string, string> = {}): Promise<Ended> {
  const [program = '', ...args] = command
  const started = Date.now()
  console.log(`\n== ${title}: ${command.join(' ')}`)
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      ...(process.stdout.isTTY && { FORCE_COLOR: '1' }),
      NODE_COMPILE_CACHE: compileCache,
      ...(!isWhole && { SKIP_LONG: '1' }),
      ...env,
    },
  })
  let output = ''
  const take = (text: Buffer) => {
    process.stdout.write(text)
    output = (output + text.toString()).slice(-outputLength)
  }
  child.stdout.on('data', take)
  child.stderr.on('data', take)
  const [status] = (await once(child, 'close')) as [number | null]
  console.log(`== ${title}: ${status === 0 ? 'ok' : 'FAILED'} in ${Math.round((Date.now() - started) / 100) / 10} s`)
  return { ok: status === 0, output }
}

/** The app is built once, before the first suite that drives it. */
async function built(): Promise<TestReport> {
  const before = build
  build ??= step('build', ['vite', 'build', '--logLevel', 'warn'])
  const report = await build
  return before ? { passed: 0, failures: [] } : report
}

async function step(title: string, command: string[]): Promise<TestReport> {
  return (await run(title, command)).ok ? { passed: 1, failures: [] } : { passed: 0, failures: [title] }
}

async function vitest(title: string, projects: string[]): Promise<TestReport> {
  const file = `${reportFolder}/${title}.json`
  const command = ['vitest', 'run', ...projects, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  return withCrash(title, await run(title, command), readVitest(file))
}

/** Machines that can install PostgreSQL, and CI, must not skip it. */
async function postgres(): Promise<TestReport> {
  if (postgresPrograms() !== null) return vitest('postgres', ['--project', 'postgres'])
  const mayNotSkip = Boolean(process.env['CI']) || (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get'))
  console.log(
    '\n== postgres: skipped, PostgreSQL is not installed: install "postgresql" to run the server suites on it.',
  )
  return { passed: 0, failures: mayNotSkip ? ['postgres: it is missing'] : [] }
}

/** Three workers on two cores: a journey also waits, for answers and for timers. */
async function playwright(project: string): Promise<TestReport> {
  const file = `${reportFolder}/${project}.json`
  const which = ['--project', project, '--workers=3']
  const ended = await run(project, ['playwright', 'test', ...which, '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  })
  return withCrash(project, ended, readPlaywright(file))
}

/** A suite that crashed without a failed test, or ran no test, counts as one failure. */
function withCrash(title: string, { ok, output }: Ended, report: TestReport = { passed: 0, failures: [] }): TestReport {
  const isSilent = report.failures.length === 0 && (!ok || report.passed === 0)
  return isSilent ? { ...report, failures: [brokenSuite(title, output)] } : report
}
