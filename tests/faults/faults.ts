// `npm run faults`: every failure scenario, one line each. `-- --mutants`: the planted faults that the tests must find.
// `-- --seeds 20`: the first 20 runs of random operations. `-- --seed 7`: one run. `-- --peers`: the same faults with
// other libraries.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { runMutants } from './mutants.ts'
import { measurePeers } from './peers/peers.ts'
import { runSeeds } from './random/seeds.ts'

const reports = 'node_modules/.cache/reports'
const args = process.argv.slice(2)
const commands: Readonly<Record<string, (words: readonly string[]) => Promise<Counts>>> = {
  '--mutants': runMutants,
  '--peers': measurePeers,
  '--seed': ([seed = '1']) => runSeeds([Number(seed)]),
  '--seeds': ([count = '1']) => runSeeds(Array.from({ length: Number(count) }, (_, n) => n + 1)),
}
const suite = Object.keys(commands).find((name) => args.includes(name)) ?? ''
const words = args.filter((arg) => arg !== suite)
const { passed, failed, skipped = 0 } = await (commands[suite]?.(words) ?? runScenarios(words))
console.log(`\n${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} not tried`}`)
process.exit(failed === 0 && passed > 0 ? 0 : 1)

interface Counts {
  readonly passed: number
  readonly failed: number
  readonly skipped?: number
}

/**
 * Runs on the server alone, then with a browser, then on other engines where installed.
 * @param title beginning of the titles to run; all when empty
 */
function runScenarios([title = '']: readonly string[]): Counts {
  rmSync(reports, { recursive: true, force: true })
  mkdirSync(reports, { recursive: true })
  const server = `${reports}/server.json`
  const named = title === '' ? [] : ['-t', `^${title}\\b`, '--passWithNoTests']
  const report = ['--reporter=verbose', '--reporter=json', `--outputFile.json=${server}`]
  const serverRan = run(['vitest', 'run', '--project', 'faults', '--mode', 'whole', ...report, ...named])
  const browser = `${reports}/browser.json`
  const grep = title === '' ? [] : ['-g', `\\.test\\.ts ${title}\\b`, '--pass-with-no-tests']
  const scenarios = ['--project=faults', '--project=engines', '--reporter=list,json', ...grep]
  const browserRan = run(['playwright', 'test', ...scenarios], { PLAYWRIGHT_JSON_OUTPUT_NAME: browser })
  const { numPassedTests, numFailedTests } = read(server) as { numPassedTests: number; numFailedTests: number }
  const { stats, suites } = read(browser) as { stats: Record<Outcome, number>; suites: Suite[] }
  for (const reason of new Set(suites.flatMap(reasonsOf))) console.log(`not tried: ${reason}`)
  return {
    passed: numPassedTests + stats.expected,
    failed: failedOf(numFailedTests, serverRan) + failedOf(stats.unexpected, browserRan),
    skipped: stats.skipped,
  }
}

/** A run that broke outside its tests, such as at an import or in a hook, counts as one failure. */
function failedOf(tests: number, isGreen: boolean): number {
  return tests === 0 && !isGreen ? 1 : tests
}

type Outcome = 'expected' | 'unexpected' | 'skipped'
interface Suite {
  readonly suites?: readonly Suite[]
  readonly specs: readonly { tests: readonly { annotations: readonly { type: string; description?: string }[] }[] }[]
}

function reasonsOf({ suites = [], specs }: Suite): string[] {
  const notes = specs.flatMap(({ tests }) => tests.flatMap(({ annotations }) => annotations))
  const own = notes.flatMap(({ type, description }) => (type === 'skip' && description ? [description] : []))
  return [...own, ...suites.flatMap(reasonsOf)]
}

/** Whether the program ended well. */
function run([program = '', ...rest]: string[], env: Record<string, string> = {}): boolean {
  return spawnSync(program, rest, { stdio: 'inherit', env: { ...process.env, ...env } }).status === 0
}

function read(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'))
}
