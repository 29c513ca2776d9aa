import { execFile } from 'node:child_process'
import { access, chmod, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import SqliteDatabase from 'better-sqlite3'
import { ConfigError } from '../config.ts'
import { type DatabasePlace, sqlitePath } from '../database/openDatabase.ts'

const run = promisify(execFile)
const dumpName = 'eclats.dump'

/**
 * Copies the database at one moment while others write. The copy replaces an older one when it is complete.
 * @param folder of the backup
 * @returns where to read the copied rows: the SQLite copy, or the live PostgreSQL database
 */
export async function copyDatabase(
  { dataDir, databaseUrl = null, databaseListenUrl = null }: DatabasePlace,
  folder: string,
): Promise<DatabasePlace> {
  const target = databaseUrl === null ? sqlitePath(folder) : join(folder, dumpName)
  const fresh = `${target}.nouveau`
  await rm(fresh, { force: true })
  if (databaseUrl === null) await copySqlite(sqlitePath(dataDir), fresh)
  else
    await runProgram('pg_dump', ['--format=custom', '--no-owner', `--file=${fresh}`], databaseListenUrl ?? databaseUrl)
  await rename(fresh, target)
  return databaseUrl === null ? { dataDir: folder } : { dataDir, databaseUrl, databaseListenUrl }
}

/** Restores the rows of a backup into an empty database. */
export async function restoreDatabase(
  folder: string,
  { dataDir, databaseUrl = null, databaseListenUrl = null }: DatabasePlace,
): Promise<void> {
  if (databaseUrl === null) {
    await access(sqlitePath(folder)).catch(() => refuse(`${folder} ne contient pas de sauvegarde SQLite.`))
    await copySqlite(sqlitePath(folder), sqlitePath(dataDir))
    return
  }
  const dump = join(folder, dumpName)
  await access(dump).catch(() => refuse(`${folder} ne contient pas de sauvegarde PostgreSQL.`))
  await runProgram(
    'pg_restore',
    ['--no-owner', '--exit-on-error', '--single-transaction', dump],
    databaseListenUrl ?? databaseUrl,
  )
}

/** Copies the database file including its write-ahead log. */
async function copySqlite(from: string, to: string): Promise<void> {
  const database = new SqliteDatabase(from, { readonly: true, fileMustExist: true })
  try {
    await database.backup(to)
    await chmod(to, 0o600)
  } finally {
    database.close()
  }
}

/**
 * Not through a PgBouncer: both programs change settings of the session, which another client could get with the
 * connection. The password goes through the environment: command-line arguments are visible to all users.
 */
async function runProgram(name: string, args: readonly string[], databaseUrl: string): Promise<void> {
  const url = new URL(databaseUrl)
  const password = decodeURIComponent(url.password)
  url.password = ''
  const env = { ...process.env, ...(password !== '' && { PGPASSWORD: password }) }
  await run(name, [`--dbname=${url.href}`, ...args], { env }).catch((error: Failed) => {
    if (error.code === 'ENOENT') {
      refuse(`Le programme ${name} manque : installez le client de PostgreSQL. / ${name} is missing.`)
    }
    refuse(`${name} : ${error.stderr?.trim() || 'échec / failed'}`)
  })
}

type Failed = NodeJS.ErrnoException & { stderr?: string }

function refuse(sentence: string): never {
  throw new ConfigError(sentence)
}
