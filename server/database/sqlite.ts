import SqliteDatabase from 'better-sqlite3'
import { CompiledQuery, type DatabaseConnection, type DialectAdapter, type Driver } from 'kysely'
import { Kysely, SqliteAdapter, type SqliteDatabase as KyselySqlite, SqliteDialect, SqliteDriver } from 'kysely'
import type { Database } from './database.ts'
import { migrateToLatest } from './migrations/migrations.ts'
import { preparedOnce } from './preparedStatements.ts'
import type { Schema } from './schema.ts'

/**
 * Opens the SQLite file, brings its tables up to date and gives it back ready for use.
 * @param path file, created when missing; `:memory:` for none
 * @param onNotify told of what `pg_notify` said in a transaction, once that is committed
 */
export async function openSqlite(path: string, onNotify: (payload: string) => void = () => {}): Promise<Database> {
  const sqlite = new SqliteDatabase(path)
  sqlite.pragma('journal_mode = WAL')
  // An acknowledgement means durable: a commit survives a power cut (upload, I4).
  sqlite.pragma('synchronous = FULL')
  sqlite.pragma('foreign_keys = ON')
  sqlite.pragma('busy_timeout = 5000')
  await migrateToLatest(new Kysely<Schema>({ dialect: new TransactionalSqliteDialect(sqlite, sqlite, onNotify) }))
  return new Kysely<Schema>({ dialect: new TransactionalSqliteDialect(sqlite, preparedOnce(sqlite), onNotify) })
}

class TransactionalSqliteDialect extends SqliteDialect {
  private readonly sqlite: SqliteDatabase.Database
  private readonly statements: KyselySqlite
  private readonly onNotify: (payload: string) => void

  constructor(sqlite: SqliteDatabase.Database, statements: KyselySqlite, onNotify: (payload: string) => void) {
    super({ database: statements })
    this.sqlite = sqlite
    this.statements = statements
    this.onNotify = onNotify
  }

  override createDriver(): Driver {
    return new TransactionalSqliteDriver(this.sqlite, this.statements, this.onNotify)
  }

  override createAdapter(): DialectAdapter {
    return new TransactionalSqliteAdapter()
  }
}

class TransactionalSqliteDriver extends SqliteDriver {
  private readonly sqlite: SqliteDatabase.Database
  private readonly onNotify: (payload: string) => void
  /** Said in the transaction that is open; there is one at a time. */
  private said: string[] = []

  constructor(sqlite: SqliteDatabase.Database, statements: KyselySqlite, onNotify: (payload: string) => void) {
    super({ database: statements })
    this.sqlite = sqlite
    this.onNotify = onNotify
    sqlite.function('pg_notify', (_channel: unknown, payload: unknown) => {
      this.said.push(String(payload))
      if (!sqlite.inTransaction) setImmediate(() => this.tell())
      return null
    })
  }

  /** A transaction that reads first and writes later would fail at once when another process wrote in between. */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await super.commitTransaction(connection)
    this.tell()
  }

  /** On a full or failing disk SQLite has rolled back by itself: a second time would hide why. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    this.said = []
    if (!this.sqlite.inTransaction) return
    try {
      await super.rollbackTransaction(connection)
    } finally {
      // Left open, it would take in whatever anybody writes from now on, and never commit it.
      if (this.sqlite.inTransaction) this.sqlite.exec('rollback')
    }
  }

  private tell(): void {
    const { said } = this
    this.said = []
    for (const payload of said) this.onNotify(payload)
  }
}

/** SQLite rolls tables back too; Kysely assumes not, and a kill during the first start would leave half a schema. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}
