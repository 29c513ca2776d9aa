import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { postgresPrograms } from '../../scripts/postgresPrograms.ts'
import { freePort } from './freePort.ts'

/** A temporary PostgreSQL on loopback with its own folder, removed after the run. */
export interface PostgresCluster {
  /** The address of a database of this cluster. */
  url(database: string): string
  /** Kills the server; {@link start} restarts it on the same data and port. */
  crash(): Promise<void>
  start(): Promise<void>
  /** Stops it and removes its folder. */
  remove(): Promise<void>
}

/** @param settings of the server, for example `{ fsync: 'on' }` */
export async function startPostgresCluster(settings: Readonly<Record<string, string>> = {}): Promise<PostgresCluster> {
  const programs = postgresPrograms()
  if (programs === null)
    throw new Error('PostgreSQL is not installed: install the package "postgresql" of your system.')
  const owner = unprivileged()
  const folder = await mkdtemp(join(tmpdir(), 'eclats-postgres-'))
  if (owner) await chown(folder, owner.uid, owner.gid)
  const data = join(folder, 'donnees')
  // With French collation: the order of results must not depend on it.
  const locale = ['--encoding=UTF8', '--locale=C.UTF-8', '--locale-provider=icu', '--icu-locale=fr']
  const init = ['-D', data, '--auth=trust', '--username=eclats', '--no-sync', ...locale]
  execFileSync(join(programs, 'initdb'), init, { cwd: folder, stdio: 'ignore', ...owner })
  const port = await freePort()
  const all = { ...quick, listen_addresses: '127.0.0.1', port: String(port), unix_socket_directories: '', ...settings }
  const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])

  let child: ChildProcess | null = null
  const end = async (signal: 'SIGQUIT' | 'SIGINT') => {
    if (!child) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
    child = null
  }
  // The server ends with an aborted run.
  process.once('exit', () => child?.kill('SIGQUIT'))
  const cluster = {
    url: (database: string) => `postgres://eclats@127.0.0.1:${port}/${database}`,
    crash: () => end('SIGQUIT'),
    async start() {
      const started = spawn(join(programs, 'postgres'), ['-D', data, ...options], {
        cwd: folder,
        stdio: ['ignore', 'ignore', 'pipe'],
        ...owner,
      })
      child = started
      await ready(started)
    },
    async remove() {
      await end('SIGINT')
      await rm(folder, { recursive: true, force: true })
    },
  }
  await cluster.start()
  return cluster
}

/** Test data need not survive a power cut, and statistics must not change while a test runs. */
const quick = {
  fsync: 'off',
  autovacuum: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  shared_buffers: '64MB',
}

/** PostgreSQL and PgBouncer refuse root; the package of PostgreSQL creates an account. Null for another user. */
export function unprivileged(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

async function ready(child: ChildProcess): Promise<void> {
  const output: string[] = []
  if (!child.stderr) throw new Error('PostgreSQL has no stderr')
  const lines = createInterface(child.stderr)
  const isReady = new Promise<boolean>((resolve) => {
    lines.on('line', (line) => {
      output.push(line)
      if (line.includes('ready to accept connections')) resolve(true)
    })
    child.once('exit', () => resolve(false))
  })
  if (!(await isReady)) throw new Error(`PostgreSQL did not start:\n${output.join('\n')}`)
}
