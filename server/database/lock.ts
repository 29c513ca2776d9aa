import { PostgresAdapter, sql } from 'kysely'
import type { Database } from './database.ts'

/**
 * Makes other transactions that ask for the same name wait until this one ends: for what has no row of its own to lock.
 * SQLite has one writer at a time anyway.
 * @param database a transaction
 */
export async function lockName(database: Database, name: string): Promise<void> {
  if (!(database.getExecutor().adapter instanceof PostgresAdapter)) return
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(database)
}
