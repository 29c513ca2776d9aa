import { join } from 'node:path'
import type { Database } from './database.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'

/** Where the rows live. */
export interface DatabasePlace {
  readonly dataDir: string
  /** A PostgreSQL server's database; null or absent: SQLite in `dataDir`. */
  readonly databaseUrl?: string | null
}

/** The SQLite file of a data folder. */
export function sqlitePath(dataDir: string): string {
  return join(dataDir, 'eclats.sqlite')
}

/**
 * Opens the database, brings its tables up to date and gives it back ready for use.
 * @param onNotify told of what `pg_notify` said in a transaction, once that is committed; on PostgreSQL of what any node
 * said
 * @throws ConfigError when PostgreSQL does not answer or lets nobody in
 */
export function openDatabase(
  { dataDir, databaseUrl = null }: DatabasePlace,
  onNotify?: (payload: string) => void,
): Promise<Database> {
  return databaseUrl === null ? openSqlite(sqlitePath(dataDir), onNotify) : openPostgres(databaseUrl, onNotify)
}
