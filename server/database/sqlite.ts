import SqliteDatabase from 'better-sqlite3'
import { CompiledQuery, type DatabaseConnection, type DialectAdapter, type Driver } from 'kysely'
import { Kysely, SqliteAdapter, type SqliteDatabase as KyselySqlite, SqliteDialect, SqliteDriver } from 'kysely'
import { ConfigError } from '../config.ts'
import { waitingConnection } from './busySqlite.ts'
import type { Database } from './database.ts'
import { migrateToLatest } from './migrations/migrations.ts'
import { preparedOnce } from './preparedStatements.ts'
import type { Schema } from './schema.ts'
import { TurnQueue } from './turnQueue.ts'

/**
 * Opens the SQLite file, brings its tables up to date and gives it back ready for use.
 * @param path file, created when missing; `:memory:` for none
 * @param onNotify told of what `pg_notify` said in a transaction, once that is committed
 * @throws ConfigError when the file is damaged or no SQLite database
 */
export async function openSqlite(path: string, onNotify: (payload: string) => void = () => {}): Promise<Database> {
  try {
    return await open(path, onNotify)
  } catch (error) {
    throw isDamaged(error) ? new ConfigError(damagedSentence(path), { cause: error }) : error
  }
}

async function open(path: string, onNotify: (payload: string) => void): Promise<Database> {
  const sqlite = new SqliteDatabase(path)
  sqlite.pragma('journal_mode = WAL')
  // An acknowledgement means durable: a commit survives a power cut (upload, I4).
  sqlite.pragma('synchronous = FULL')
  sqlite.pragma('foreign_keys = ON')
  // Waiting for another process's lock would stop the event loop; the connection waits itself.
  sqlite.pragma('busy_timeout = 0')
  await migrateToLatest(new Kysely<Schema>({ dialect: new TransactionalSqliteDialect(sqlite, sqlite, onNotify) }))
  return new Kysely<Schema>({ dialect: new TransactionalSqliteDialect(sqlite, preparedOnce(sqlite), onNotify) })
}

/** A migration's error has the database's own as its cause. */
function isDamaged(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && /^SQLITE_(CORRUPT|NOTADB)/.test(String(error.code))) || isDamaged(error.cause)
}

function damagedSentence(path: string): string {
  return (
    `La base de données ${path} est endommagée. Gardez ce fichier, puis restaurez la dernière sauvegarde ` +
    `dans un dossier vide : npm run restore -- <dossier>. / ` +
    `The database ${path} is damaged. Keep the file and restore the last backup into an empty folder.`
  )
}

class TransactionalSqliteDialect extends SqliteDialect {
  readonly #sqlite: SqliteDatabase.Database
  readonly #statements: KyselySqlite
  readonly #onNotify: (payload: string) => void

  constructor(sqlite: SqliteDatabase.Database, statements: KyselySqlite, onNotify: (payload: string) => void) {
    super({ database: statements })
    this.#sqlite = sqlite
    this.#statements = statements
    this.#onNotify = onNotify
  }

  override createDriver(): Driver {
    return new TransactionalSqliteDriver(this.#sqlite, this.#statements, this.#onNotify)
  }

  override createAdapter(): DialectAdapter {
    return new TransactionalSqliteAdapter()
  }
}

class TransactionalSqliteDriver extends SqliteDriver {
  readonly #sqlite: SqliteDatabase.Database
  readonly #onNotify: (payload: string) => void
  /** Said in the transaction that is open; there is one at a time. */
  #said: string[] = []
  readonly #turns = new TurnQueue()
  #connection: Promise<DatabaseConnection> | undefined

  constructor(sqlite: SqliteDatabase.Database, statements: KyselySqlite, onNotify: (payload: string) => void) {
    super({ database: statements })
    this.#sqlite = sqlite
    this.#onNotify = onNotify
    sqlite.function('pg_notify', (_channel: unknown, payload: unknown) => {
      this.#said.push(String(payload))
      if (!sqlite.inTransaction) setImmediate(() => this.#publish())
      return null
    })
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    await this.#turns.acquire()
    const inTransaction = () => this.#sqlite.inTransaction
    this.#connection ??= super
      .acquireConnection()
      .then((connection) => waitingConnection({ connection, turns: this.#turns, inTransaction }))
    return this.#connection
  }

  override async releaseConnection(): Promise<void> {
    this.#turns.release()
  }

  /** A transaction that reads first and writes later would fail at once when another process wrote in between. */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await super.commitTransaction(connection)
    this.#publish()
  }

  /** On a full or failing disk SQLite has rolled back by itself: a second time would hide why. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    this.#said = []
    if (!this.#sqlite.inTransaction) return
    try {
      await super.rollbackTransaction(connection)
    } finally {
      // Left open, it would take in whatever anybody writes from now on, and never commit it.
      if (this.#sqlite.inTransaction) this.#sqlite.exec('rollback')
    }
  }

  #publish(): void {
    const said = this.#said
    this.#said = []
    for (const payload of said) this.#onNotify(payload)
  }
}

class TransactionalSqliteAdapter extends SqliteAdapter {
  /** There is one, handed out in turns: the driver queues its callers itself and lets them in while a writer waits. */
  override get supportsMultipleConnections(): boolean {
    return true
  }

  /** SQLite rolls tables back too; Kysely assumes not, and a kill during the first start would leave half a schema. */
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}
