import { join } from 'node:path'
import type { Database } from './database.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'

export interface DatabasePlace {
  readonly dataDir: string
  /** URL of a PostgreSQL database; null or absent: SQLite in `dataDir`. */
  readonly databaseUrl?: string | null
  /** Says the time of each statement, for the metrics. */
  readonly isMeasured?: boolean
}

export function sqlitePath(dataDir: string): string {
  return join(dataDir, 'eclats.sqlite')
}

/**
 * Opens the database and runs its migrations.
 * @param onNotify receives each `pg_notify` payload after its transaction is committed; on PostgreSQL those of all
 * nodes
 * @throws ConfigError when PostgreSQL is unreachable or refuses access
 */
export function openDatabase(
  { dataDir, databaseUrl = null, isMeasured = false }: DatabasePlace,
  onNotify?: (payload: string) => void,
): Promise<Database> {
  const options = { onNotify, isMeasured }
  return databaseUrl === null ? openSqlite(sqlitePath(dataDir), options) : openPostgres(databaseUrl, options)
}
