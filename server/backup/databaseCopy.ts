import { execFile } from 'node:child_process'
import { statSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { devNull } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import SqliteDatabase from 'better-sqlite3'
import { sql } from 'kysely'
import { ConfigError } from '../config.ts'
import type { Database } from '../database/database.ts'
import { type DatabasePlace, openDatabase, sqlitePath } from '../database/openDatabase.ts'
import { hasServiceTables } from '../database/postgres.ts'
import { isDamaged } from '../database/sqlite.ts'
import { copyDurably, unfinishedCopy } from './fileCopy.ts'

const run = promisify(execFile)
const dumpName = 'eclats.dump'

interface CopyOptions<T> {
  /** Of the backup. */
  readonly folder: string
  /** Reads rows as the copy has them. */
  readonly read: (database: Database) => Promise<T>
}

/**
 * Copies the database at one moment while others write. The copy replaces an older one when it is complete.
 * @returns what was read
 */
export async function copyDatabase<T>(place: DatabasePlace, { folder, read }: CopyOptions<T>): Promise<T> {
  const { dataDir, databaseUrl = null } = place
  const target = databaseUrl === null ? sqlitePath(folder) : join(folder, dumpName)
  const fresh = unfinishedCopy(target)
  await rm(fresh, { force: true })
  if (databaseUrl !== null) {
    const result = await dumpSnapshot(place, databaseUrl, { fresh, read })
    await rename(fresh, target)
    return result
  }
  await copySqlite(sqlitePath(dataDir), fresh)
  // A newer version that was killed while it upgraded an earlier copy leaves a log, which would change this one.
  for (const log of [`${target}-wal`, `${target}-shm`]) await rm(log, { force: true })
  await rename(fresh, target)
  const copy = await openDatabase({ dataDir: folder })
  try {
    return await read(copy)
  } finally {
    await copy.destroy()
  }
}

/** A dump of the same snapshot of PostgreSQL that `read` sees. */
async function dumpSnapshot<T>(
  place: DatabasePlace,
  databaseUrl: string,
  { fresh, read }: Pick<CopyOptions<T>, 'read'> & { readonly fresh: string },
): Promise<T> {
  const database = await openDatabase(place)
  try {
    const transaction = database.transaction().setIsolationLevel('repeatable read')
    return await transaction.execute(async (rows) => {
      // The transaction waits for pg_dump.
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(rows)
      const { rows: snapshots } = await sql<{ id: string }>`select pg_export_snapshot() as id`.execute(rows)
      const result = await read(rows)
      const options = ['--format=custom', '--no-owner', `--snapshot=${snapshots[0]?.id}`, `--file=${fresh}`]
      await runOnDatabase(place.databaseListenUrl ?? databaseUrl, 'pg_dump', options)
      return result
    })
  } finally {
    await database.destroy()
  }
}

/**
 * @throws ConfigError when the folder holds no backup of this kind of database, or with PostgreSQL when the saved rows
 *   cannot be read or the database has tables
 */
export async function assertRestorable(
  folder: string,
  { databaseUrl = null, databaseListenUrl = null }: DatabasePlace,
): Promise<void> {
  const [kind, path] = databaseUrl === null ? ['SQLite', sqlitePath(folder)] : ['PostgreSQL', join(folder, dumpName)]
  // Another error says that the user has no access.
  if (!statSync(path, { throwIfNoEntry: false }))
    refuse(`${folder} ne contient pas de sauvegarde ${kind}. / ${folder} holds no ${kind} backup.`)
  if (databaseUrl === null) return
  await runProgram('pg_restore', [`--file=${devNull}`, path])
  if (await hasServiceTables(databaseUrl, databaseListenUrl)) {
    refuse(
      "DATABASE_URL contient déjà les données d'un service : donnez une base de données vide. / " +
        'DATABASE_URL holds the data of a service already: give an empty database.',
    )
  }
}

/**
 * Restores the rows of a backup into an empty database, in one transaction.
 * @throws ConfigError when the saved database is damaged
 */
export async function restoreDatabase(
  folder: string,
  { dataDir, databaseUrl = null, databaseListenUrl = null }: DatabasePlace,
): Promise<void> {
  if (databaseUrl === null) return restoreSqlite(sqlitePath(folder), sqlitePath(dataDir))
  const options = ['--no-owner', '--exit-on-error', '--single-transaction', join(folder, dumpName)]
  await runOnDatabase(databaseListenUrl ?? databaseUrl, 'pg_restore', options)
}

/** Copies the files, which no server writes: SQLite reads a write-ahead log only in a folder where it may write. */
async function restoreSqlite(from: string, to: string): Promise<void> {
  for (const end of ['', '-wal']) await copyDurably(`${from}${end}`, `${to}${end}`)
  if (isWhole(to)) return
  refuse(
    `La base de données de la sauvegarde est endommagée (${from}) : restaurez-en une autre. / ` +
      `The database of the backup is damaged (${from}): restore another one.`,
  )
}

/** An empty file is a valid database without tables. */
function isWhole(path: string): boolean {
  const database = new SqliteDatabase(path, { fileMustExist: true })
  try {
    const tables = database.prepare("select 1 from sqlite_master where type = 'table' and name = 'media'").all()
    return tables.length > 0 && database.pragma('quick_check', { simple: true }) === 'ok'
  } catch (error) {
    if (isDamaged(error)) return false
    throw error
  } finally {
    database.close()
  }
}

/** Copies the database file including its write-ahead log. */
async function copySqlite(from: string, to: string): Promise<void> {
  const database = new SqliteDatabase(from, { readonly: true, fileMustExist: true })
  try {
    // SQLite's own error does not name the file that cannot be written.
    await (await open(to, 'w', 0o600)).close()
    await database.backup(to)
  } finally {
    database.close()
  }
}

/**
 * Not through a PgBouncer: both programs change settings of the session, which another client could get with the
 * connection. The password goes through the environment: command-line arguments are visible to all users.
 */
async function runOnDatabase(databaseUrl: string, name: string, args: readonly string[]): Promise<void> {
  const url = new URL(databaseUrl)
  const password = decodeURIComponent(url.password)
  url.password = ''
  const env = { ...process.env, ...(password !== '' && { PGPASSWORD: password }) }
  await runProgram(name, [`--dbname=${url.href}`, ...args], env)
}

async function runProgram(name: string, args: readonly string[], env = process.env): Promise<void> {
  await run(name, args, { env }).catch((error: ProgramError) => {
    if (error.code === 'ENOENT') {
      refuse(`Le programme ${name} manque : installez le client de PostgreSQL. / ${name} is missing.`)
    }
    refuse(`${name} : ${error.stderr?.trim() || 'échec / failed'}`)
  })
}

type ProgramError = NodeJS.ErrnoException & { stderr?: string }

function refuse(sentence: string): never {
  throw new ConfigError(sentence)
}
