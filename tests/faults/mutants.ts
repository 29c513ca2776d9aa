import { spawnSync } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { copyTree, toolsOf, type TreeCopy } from '#tests/support/treeCopy.ts'

const folder = fileURLToPath(new URL('mutants', import.meta.url))

/** A planted fault, and the test that must find it. */
interface Mutant {
  readonly name: string
  readonly path: string
  readonly what: string
  /** Command line of the test. */
  readonly command: readonly string[]
  readonly needsBuild: boolean
}

/**
 * Applies each fault to a copy of the product and runs the test named in its patch. A fault that no test finds
 * survives, which is a failure. Each test must first pass on the unchanged copy.
 * @param names parts of names; all mutants when empty
 */
export async function runMutants(names: readonly string[]): Promise<{ passed: number; failed: number }> {
  const mutants = (await readMutants()).filter(({ name }) => names.length === 0 || names.some((n) => name.includes(n)))
  const copy = await copyTree()
  let failed = 0
  try {
    const sound = new Map<string, boolean>()
    copy.run(['vite', 'build', '--logLevel', 'warn'])
    for (const { command } of mutants) {
      const key = command.join(' ')
      // A second attempt, in case the machine was busy.
      if (!sound.has(key)) sound.set(key, passes(copy, command) || passes(copy, command))
    }
    for (const mutant of mutants) {
      const isSound = sound.get(mutant.command.join(' ')) === true
      const outcome = isSound ? outcomeOf(copy, mutant) : 'NOT TRIED, its test fails without it'
      if (outcome !== 'killed') failed += 1
      console.log(`${outcome.padEnd(8)} ${mutant.name}: ${mutant.what} (${mutant.command.slice(2).join(' ')})`)
    }
  } finally {
    await copy.remove()
  }
  return { passed: mutants.length - failed, failed }
}

function outcomeOf(copy: TreeCopy, { path, command, needsBuild }: Mutant): 'killed' | 'SURVIVED' {
  copy.run(['git', 'apply', path])
  try {
    if (needsBuild) copy.run(['vite', 'build', '--logLevel', 'warn'])
    return passes(copy, command) ? 'SURVIVED' : 'killed'
  } finally {
    copy.run(['git', 'apply', '--reverse', path])
  }
}

function passes(copy: TreeCopy, [program = '', ...args]: readonly string[]): boolean {
  const result = spawnSync(program, args, { cwd: copy.folder, env: toolsOf(copy.folder), encoding: 'utf8' })
  if (/No tests found|No test files found/.test(result.stdout + result.stderr))
    throw new Error(`no test: ${args.join(' ')}`)
  return result.status === 0
}

async function readMutants(): Promise<Mutant[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.patch')).toSorted()
  return Promise.all(
    names.map(async (file) => {
      const path = join(folder, file)
      const [first = '', what = ''] = (await readFile(path, 'utf8')).split('\n')
      const killer = /^killed by: (\S+) (.+)$/.exec(first)
      if (!killer) throw new Error(`${file} has no "killed by:" line`)
      const [, suite = '', test = ''] = killer
      return {
        name: file.replace('.patch', ''),
        path,
        what,
        command: commandOf(suite, test),
        needsBuild: suite === 'faults',
      }
    }),
  )
}

/**
 * A scenario is identified by the beginning of its title, a unit test by its files. The first failure ends the run: a
 * fault can make many tests wait until their time limit.
 */
function commandOf(suite: string, test: string): string[] {
  if (suite !== 'faults') return ['vitest', 'run', '--project', suite, ...test.split(' '), '--bail=1']
  return ['playwright', 'test', '--project=faults', '-g', `\\.test\\.ts ${test}\\b`, '-x']
}
