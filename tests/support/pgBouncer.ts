import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from './freePort.ts'
import { unprivileged } from './postgresCluster.ts'

/** A real PgBouncer in transaction mode in front of one database. */
export interface PgBouncer {
  /** The address of the database through it. */
  readonly url: string
  stop(): Promise<void>
}

interface BouncerOptions {
  /** Statements that each new connection to PostgreSQL begins with; none when absent. */
  readonly connectQuery?: string
  /** Parameters of clients that are ignored; none when absent. */
  readonly ignored?: string
}

/** Machines that can install PgBouncer, and CI, must not skip it. */
export function pgBouncerIsThere(): boolean {
  const isThere = spawnSync('pgbouncer', ['--version'], { stdio: 'ignore' }).status === 0
  if (!isThere && process.env['CI']) throw new Error('PgBouncer is missing: install "pgbouncer"')
  return isThere
}

/** @param databaseUrl of a database of a test cluster, which asks for no password */
export async function startPgBouncer(
  databaseUrl: string,
  { connectQuery = '', ignored = '' }: BouncerOptions = {},
): Promise<PgBouncer> {
  const folder = await mkdtemp(join(tmpdir(), 'eclats-pgbouncer-'))
  const port = await freePort()
  const { hostname, port: behind, pathname, username } = new URL(databaseUrl)
  const database = pathname.slice(1)
  const file = join(folder, 'pgbouncer.ini')
  const begin = connectQuery === '' ? '' : ` connect_query='${connectQuery}'`
  await writeFile(
    file,
    `[databases]\n${database} = host=${hostname} port=${behind} dbname=${database}${begin}\n` +
      `[pgbouncer]\npool_mode = transaction\nlisten_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =\n` +
      `auth_type = trust\nauth_file = ${join(folder, 'users')}\nmax_client_conn = 200\ndefault_pool_size = 10\n` +
      (ignored === '' ? '' : `ignore_startup_parameters = ${ignored}\n`),
  )
  await writeFile(join(folder, 'users'), `"${username}" ""\n`)
  const owner = unprivileged()
  if (owner) await chown(folder, owner.uid, owner.gid)
  const child = spawn('pgbouncer', [file], { stdio: ['ignore', 'ignore', 'pipe'], ...owner })
  process.once('exit', () => child.kill('SIGKILL'))
  await untilListening(child)
  return {
    url: Object.assign(new URL(databaseUrl), { hostname: '127.0.0.1', port: String(port) }).href,
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function untilListening(child: ChildProcess): Promise<void> {
  if (!child.stderr) throw new Error('PgBouncer has no stderr')
  const output: string[] = []
  const lines = createInterface(child.stderr)
  const isUp = new Promise<boolean>((resolve) => {
    lines.on('line', (line) => {
      output.push(line)
      if (line.includes('process up')) resolve(true)
    })
    child.once('exit', () => resolve(false))
  })
  if (!(await isUp)) throw new Error(`PgBouncer did not start:\n${output.join('\n')}`)
}
