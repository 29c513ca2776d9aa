import { PostgresAdapter, sql } from 'kysely'
import type { Database } from './database.ts'

/**
 * Takes a lock by name until the end of the transaction, for what has no row to lock. SQLite needs none: it has one
 * writer at a time.
 * @param database a transaction
 */
export async function lockName(database: Database, name: string): Promise<void> {
  if (!(database.getExecutor().adapter instanceof PostgresAdapter)) return
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(database)
}
