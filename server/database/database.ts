import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { openPostgres } from './postgres.ts'
import type { Schema } from './schema.ts'
import { openSqlite } from './sqlite.ts'

/** The database or a transaction on it. Inside a transaction use only what it hands you: the outer one would wait. */
export type Database = Kysely<Schema>

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
