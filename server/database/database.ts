import SqliteDatabase from 'better-sqlite3'
import { Kysely, type DialectAdapter, SqliteAdapter, SqliteDialect } from 'kysely'
import { migrateToLatest } from './migrations/migrations.ts'
import type { Schema } from './schema.ts'

/** The database or a transaction on it. Inside a transaction use only what it hands you: the outer one would wait. */
export type Database = Kysely<Schema>

/**
 * Opens the SQLite file, brings its tables up to date and gives it back ready for use.
 * @param path file, created when missing; `:memory:` for none
 */
export async function openDatabase(path: string): Promise<Database> {
  const sqlite = new SqliteDatabase(path)
  sqlite.pragma('journal_mode = WAL')
  // An acknowledgement means durable: a commit survives a power cut (upload, I4).
  sqlite.pragma('synchronous = FULL')
  sqlite.pragma('foreign_keys = ON')
  sqlite.pragma('busy_timeout = 5000')
  const database = new Kysely<Schema>({ dialect: new TransactionalSqliteDialect({ database: sqlite }) })
  await migrateToLatest(database)
  return database
}

class TransactionalSqliteDialect extends SqliteDialect {
  override createAdapter(): DialectAdapter {
    return new TransactionalSqliteAdapter()
  }
}

/** SQLite rolls tables back too; Kysely assumes not, and a kill during the first start would leave half a schema. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}
