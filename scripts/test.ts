// The second half of `npm test`: every suite in turn, then one line that counts them all.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { postgresPrograms } from './postgresPrograms.ts'

interface Count {
  passed: number
  failed: number
}
const reports = 'node_modules/.cache/reports'
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

const counts: Count[] = [
  step('format', ['oxfmt', '--check']),
  step('lint', ['oxlint']),
  step('types', ['tsc', '-b']),
  step('dead code', ['knip']),
  vitest('unit', ['--project', 'node', '--project', 'queue']),
  postgres(),
  vitest('browser', ['--project', 'browser']),
  vitest('server faults', ['--project', 'faults']),
  step('build', ['vite', 'build', '--logLevel', 'warn']),
  playwright('journeys', 'e2e'),
  playwright('faults', 'faults'),
]
const passed = counts.reduce((sum, count) => sum + count.passed, 0)
const failed = counts.reduce((sum, count) => sum + count.failed, 0)
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

function run(title: string, command: string[], env: Record<string, string> = {}): boolean {
  const [program = '', ...args] = command
  const started = Date.now()
  console.log(`\n== ${title}: ${command.join(' ')}`)
  const result = spawnSync(program, args, { stdio: 'inherit', env: { ...process.env, ...env } })
  console.log(
    `== ${title}: ${result.status === 0 ? 'ok' : 'FAILED'} in ${Math.round((Date.now() - started) / 100) / 10} s`,
  )
  return result.status === 0
}

function step(title: string, command: string[]): Count {
  return run(title, command) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

function vitest(title: string, projects: string[]): Count {
  const file = `${reports}/${title}.json`
  const command = ['vitest', 'run', ...projects, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const ok = run(title, command)
  const report = read(file) as { numPassedTests: number; numFailedTests: number } | undefined
  return counted(ok, report?.numPassedTests ?? 0, report?.numFailedTests ?? 0)
}

/** Whoever could install it, and a machine that runs for others, may not do without. */
function postgres(): Count {
  if (postgresPrograms() !== null) return vitest('postgres', ['--project', 'postgres'])
  const mayNotSkip = Boolean(process.env['CI']) || (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get'))
  console.log(
    '\n== postgres: skipped, PostgreSQL is not installed: install "postgresql" to run the server suites on it.',
  )
  return { passed: 0, failed: mayNotSkip ? 1 : 0 }
}

function playwright(title: string, project: string): Count {
  const file = `${reports}/${title}.json`
  // The long ones are for `npm run faults`.
  const ok = run(title, ['playwright', 'test', '--project', project, '--grep-invert=@long', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  })
  const report = read(file) as { stats: { expected: number; unexpected: number; flaky: number } } | undefined
  const stats = report?.stats
  return counted(ok, (stats?.expected ?? 0) + (stats?.flaky ?? 0), stats?.unexpected ?? 0)
}

/** A suite that broke without a failed test, or ran none, counts as one failure. */
function counted(ok: boolean, passedTests: number, failedTests: number): Count {
  const silent = failedTests === 0 && (!ok || passedTests === 0)
  return { passed: passedTests, failed: silent ? 1 : failedTests }
}

function read(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
