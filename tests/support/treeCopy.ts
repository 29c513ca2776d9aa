import { spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const left = new Set(['.git', 'node_modules', 'dist', 'data', 'demo-data', 'pictures'])

/** The product's sources in a folder of their own, where a test may change them. */
export interface TreeCopy {
  readonly folder: string
  /** Runs a tool of the project there. @throws with what it said when it fails */
  run(command: string[]): void
  remove(): Promise<void>
}

/** Copies the sources; the packages are linked, their caches are the copy's own. */
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

/** The environment in which the project's tools are found. */
export function toolsOf(folder: string): NodeJS.ProcessEnv {
  return { ...process.env, PATH: `${join(folder, 'node_modules', '.bin')}:${process.env['PATH']}` }
}
