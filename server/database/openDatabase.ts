import { statSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '../config.ts'
import type { Database } from './database.ts'
import type { ChangeCounting } from './readCache.ts'
import type { NotifyReceiver } from './channelListener.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'

export interface DatabasePlace {
  readonly dataDir: string
  /** URL of a PostgreSQL database; null or absent: SQLite in `dataDir`. */
  readonly databaseUrl?: string | null
  /** Records the duration of each statement in the metrics; false when absent. */
  readonly isMeasured?: boolean
  /** Whether it brings the tables of PostgreSQL up to date; true when absent. Otherwise older tables stop it. */
  readonly migrates?: boolean
  /**
   * URL of the same database without a pooler, for LISTEN, migrations and backups; `databaseUrl` when null or absent.
   */
  readonly databaseListenUrl?: string | null
}

/** Path of the SQLite database of a data folder. */
export function sqlitePath(dataDir: string): string {
  return join(dataDir, 'eclats.sqlite')
}

/**
 * @throws ConfigError when DATA_DIR has no SQLite database: opening it would create one; the error of the system when
 *   it cannot be read
 */
export function assertHoldsData({ dataDir, databaseUrl = null }: DatabasePlace): void {
  // Unlike existsSync, it fails where the user has no access.
  if (databaseUrl !== null || statSync(sqlitePath(dataDir), { throwIfNoEntry: false })) return
  throw new ConfigError(`DATA_DIR ne contient pas de données. / DATA_DIR holds no data: ${dataDir}`)
}

/**
 * Opens the database and runs its migrations, except when `migrates` is false.
 * @param receiver of each `pg_notify` payload after its transaction is committed; on PostgreSQL those of all nodes
 * @throws ConfigError when PostgreSQL is unreachable, refuses access or has older tables
 */
export function openDatabase(
  { dataDir, databaseUrl = null, databaseListenUrl, isMeasured = false, migrates = true }: DatabasePlace,
  receiver?: NotifyReceiver,
): Promise<Database & ChangeCounting> {
  if (databaseUrl !== null)
    return openPostgres(databaseUrl, { receiver, listenUrl: databaseListenUrl, isMeasured, migrates })
  return openSqlite(sqlitePath(dataDir), { onNotify: (payload) => receiver?.receive(payload), isMeasured })
}
