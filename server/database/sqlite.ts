import SqliteDatabase from 'better-sqlite3'
import { CompiledQuery, type DatabaseConnection, type DialectAdapter, type Driver } from 'kysely'
import {
  Kysely,
  type KyselyConfig,
  SqliteAdapter,
  type SqliteDatabase as KyselySqlite,
  SqliteDialect,
  SqliteDriver,
} from 'kysely'
import { ConfigError } from '../config.ts'
import { waitingConnection } from './busySqlite.ts'
import type { Database } from './database.ts'
import { migrateToLatest } from './migrations/migrations.ts'
import { preparedOnce } from './preparedStatements.ts'
import { recordQuery } from './recordQuery.ts'
import type { Schema } from './schema.ts'
import { FifoMutex } from './fifoMutex.ts'
import type { ChangeCounting } from './readCache.ts'
import { beginsUnsynced } from './unsynced.ts'

interface SqliteOptions {
  /** Receives each `pg_notify` payload after its transaction is committed. */
  readonly onNotify?: ((payload: string) => void) | undefined
  /** Records the duration of each statement in the metrics; false when absent. */
  readonly isMeasured?: boolean
}

/**
 * Opens the SQLite file and runs its migrations.
 * @param path file, created when missing; `:memory:` for a database in memory
 * @throws ConfigError when the file is damaged or not an SQLite database
 */
export async function openSqlite(path: string, options: SqliteOptions = {}): Promise<Database & ChangeCounting> {
  try {
    return await open(path, options)
  } catch (error) {
    throw isDamaged(error) ? new ConfigError(damagedSentence(path), { cause: error }) : error
  }
}

async function open(path: string, { onNotify = () => {}, isMeasured = false }: SqliteOptions): Promise<CountingKysely> {
  const sqlite = new SqliteDatabase(path)
  sqlite.pragma('journal_mode = WAL')
  // An acknowledgement means durable: a commit survives a power cut.
  sqlite.pragma('synchronous = FULL')
  // A migration that rebuilds a table drops the old one, which would cascade.
  sqlite.pragma('foreign_keys = OFF')
  // SQLite would block the event loop while it waits for a lock; waitingConnection retries instead.
  sqlite.pragma('busy_timeout = 0')
  await migrateToLatest(new Kysely<Schema>({ dialect: new TransactionalSqliteDialect(sqlite, sqlite, onNotify) }))
  sqlite.pragma('foreign_keys = ON')
  const dialect = new TransactionalSqliteDialect(sqlite, preparedOnce(sqlite), onNotify)
  return new CountingKysely(sqlite, { dialect, ...(isMeasured && { log: recordQuery }) })
}

class CountingKysely extends Kysely<Schema> implements ChangeCounting {
  readonly #count: SqliteDatabase.Statement<[], string>

  constructor(sqlite: SqliteDatabase.Database, config: KyselyConfig) {
    super(config)
    // Rows that this connection has changed, and commits of other ones.
    const sql = "select total_changes() || ' ' || data_version from pragma_data_version"
    this.#count = sqlite.prepare<[], string>(sql).pluck()
  }

  changeCount(): string {
    return this.#count.get() ?? ''
  }
}

/** Whether a file is damaged or no database. A migration error has the database error as its cause. */
export function isDamaged(error: unknown): boolean {
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

const beginImmediate = 'begin immediate'

class TransactionalSqliteDriver extends SqliteDriver {
  readonly #sqlite: SqliteDatabase.Database
  readonly #onNotify: (payload: string) => void
  /** Payloads of the open transaction; there is one at a time. */
  #payloads: string[] = []
  readonly #mutex = new FifoMutex()
  readonly #synchronous: SqliteDatabase.Statement<[], number>
  /** The value of `synchronous` to restore after an unsynced transaction. */
  #restore: number | null = null
  #connection: Promise<DatabaseConnection> | undefined

  constructor(sqlite: SqliteDatabase.Database, statements: KyselySqlite, onNotify: (payload: string) => void) {
    super({ database: statements })
    this.#sqlite = sqlite
    this.#onNotify = onNotify
    this.#synchronous = sqlite.prepare<[], number>('pragma synchronous').pluck()
    sqlite.function('pg_notify', (_channel: unknown, payload: unknown) => {
      if (sqlite.inTransaction) this.#payloads.push(String(payload))
      // A single statement is committed when the event loop runs again; another transaction may be open by then.
      else setImmediate(() => this.#onNotify(String(payload)))
      return null
    })
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    await this.#mutex.acquire()
    const inTransaction = () => this.#sqlite.inTransaction
    this.#connection ??= super
      .acquireConnection()
      .then((connection) =>
        waitingConnection({ connection: this.#unsyncing(connection), mutex: this.#mutex, inTransaction }),
      )
    return this.#connection
  }

  override async releaseConnection(): Promise<void> {
    this.#sync()
    this.#mutex.release()
  }

  /**
   * Begins an unsynced transaction with `synchronous = NORMAL`: SQLite syncs at the next durable commit or checkpoint.
   * The value cannot change inside a transaction. An attempt to begin that fails restores it, because another caller
   * may write before the next attempt.
   */
  #unsyncing(connection: DatabaseConnection): DatabaseConnection {
    return {
      executeQuery: async <R>(query: CompiledQuery) => {
        if (query.sql !== beginImmediate || !beginsUnsynced()) return connection.executeQuery<R>(query)
        this.#restore = this.#synchronous.get() ?? null
        this.#sqlite.exec('pragma synchronous = NORMAL')
        try {
          return await connection.executeQuery<R>(query)
        } catch (error) {
          this.#sync()
          throw error
        }
      },
      streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
    }
  }

  #sync(): void {
    if (this.#restore === null) return
    this.#sqlite.exec(`pragma synchronous = ${this.#restore}`)
    this.#restore = null
  }

  /** `immediate`: a transaction that reads before it writes would fail when another process writes in between. */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(beginImmediate))
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await super.commitTransaction(connection)
    this.#publish()
  }

  /** On a full or failing disk SQLite rolls back by itself: a second rollback would hide the cause. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    this.#payloads = []
    if (!this.#sqlite.inTransaction) return
    try {
      await super.rollbackTransaction(connection)
    } finally {
      // All later writes would join the open transaction and never be committed.
      if (this.#sqlite.inTransaction) this.#sqlite.exec('rollback')
    }
  }

  #publish(): void {
    const payloads = this.#payloads
    this.#payloads = []
    for (const payload of payloads) this.#onNotify(payload)
  }
}

class TransactionalSqliteAdapter extends SqliteAdapter {
  /** Kysely must not queue callers: the driver does, and lets other callers run while a writer waits for a lock. */
  override get supportsMultipleConnections(): boolean {
    return true
  }

  /**
   * SQLite supports transactional DDL, but Kysely assumes the opposite: a kill during the first start would leave a
   * partial schema.
   */
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}
