import { spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const left = new Set(['.git', 'node_modules', 'dist', 'data', 'demo-data', 'pictures'])

/** A copy of the product's sources that a test may change. */
export interface TreeCopy {
  readonly folder: string
  /** Runs a tool of the project there. @throws with its output when it fails */
  run(command: string[]): void
  remove(): Promise<void>
}

/** Copies the sources; packages are symlinked, caches are separate. */
export async function copyTree(): Promise<TreeCopy> {
  const folder = await mkdtemp(join(tmpdir(), 'eclats-copie-'))
  await cp(root, folder, { recursive: true, filter: (path) => !left.has(relative(root, path)) })
  const packages = join(folder, 'node_modules')
  await mkdir(packages)
  for (const name of await readdir(join(root, 'node_modules'))) {
    if (name !== '.cache') await symlink(join(root, 'node_modules', name), join(packages, name))
  }
  return {
    folder,
    run([program = '', ...args]) {
      const result = spawnSync(program, args, { cwd: folder, env: toolsOf(folder), encoding: 'utf8' })
      if (result.status !== 0) throw new Error(`${program}: ${result.stdout ?? ''}${result.stderr ?? ''}`)
    },
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  }
}

/** The environment with the project's tools in PATH. */
export function toolsOf(folder: string): NodeJS.ProcessEnv {
  return { ...process.env, PATH: `${join(folder, 'node_modules', '.bin')}:${process.env['PATH']}` }
}
