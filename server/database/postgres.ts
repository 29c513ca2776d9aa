import { CompiledQuery, type Driver } from 'kysely'
import {
  Kysely,
  type KyselyConfig,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type Transaction,
} from 'kysely'
import { setTimeout as pause } from 'node:timers/promises'
import { type PoolConfig, TypeOverrides, types as pgTypes } from 'pg'
import { ConfigError } from '../config.ts'
import { ChannelListener, type NotifyReceiver } from './channelListener.ts'
import { type Database, notifyChannel } from './database.ts'
import { databaseTroubleOf, isEndedForAnother } from './databaseError.ts'
import { assertMigrated, migrateToLatest } from './migrations/migrations.ts'
import { postgresPool } from './postgresPool.ts'
import { assertPoolerFits, type Limits } from './poolerCheck.ts'
import { recordQuery } from './recordQuery.ts'
import type { Schema } from './schema.ts'
import { SharedQuery } from './sharedQuery.ts'
import type { ChangeCounting } from './unchangedReads.ts'
import { beginsUnsynced } from './unsynced.ts'

/** Connections per node; PostgreSQL allows 100 by default. */
const poolSize = 20
/** Timeouts in ms: connecting, waiting for a row lock, running a statement, waiting for an answer. */
const timeouts = { connection: 5000, lock: 10_000, statement: 30_000, answer: 35_000 }

interface PostgresOptions {
  /** Receives the `pg_notify` payloads of all nodes after their commit; absent: this process does not listen. */
  readonly receiver?: NotifyReceiver | undefined
  /** The database without a pooler that gives each transaction another connection; `url` when null or absent. */
  readonly listenUrl?: string | null | undefined
  /** Records the duration of each statement in the metrics; false when absent. */
  readonly isMeasured?: boolean
  /** Whether it runs pending migrations; true when absent. Otherwise they stop it. */
  readonly migrates?: boolean
}

/**
 * Opens a PostgreSQL database with the tables of this version. Several nodes can use the database at once.
 * @throws ConfigError when the database is unreachable, refuses access or has older tables, or when a
 * pooler is not set up for it
 */
export async function openPostgres(
  url: string,
  { receiver, listenUrl, isMeasured = false, migrates = true }: PostgresOptions = {},
): Promise<Database & ChangeCounting> {
  const directUrl = listenUrl ?? url
  const direct = listenUrl ? 'DATABASE_LISTEN_URL' : 'DATABASE_URL'
  // No statement timeout for migrations, and no pooler, which may have one: building an index may take longer than a
  // request.
  const migrating = new Kysely<Schema>({ dialect: dialectOf({ connectionString: directUrl, max: 2 }) })
  try {
    await named(direct, () => (migrates ? migrateToLatest(migrating) : assertMigrated(migrating)))
  } finally {
    await migrating.destroy()
  }
  const listener = receiver ? new ChannelListener(directUrl, notifyChannel, receiver) : null
  try {
    await named(direct, async () => listener?.start())
    const connection = { connectionString: url, connectionTimeoutMillis: timeouts.connection }
    await named('DATABASE_URL', () => assertPoolerFits(connection, { limits, listener }))
  } catch (error) {
    await listener?.stop()
    throw error
  }
  const dialect = dialectOf({ connectionString: url, max: poolSize, query_timeout: timeouts.answer, ...limits })
  return new RetryingKysely({ dialect, ...(isMeasured && { log: recordQuery }) }, listener)
}

/**
 * Whether a PostgreSQL database has the tables of a service, which it leaves as they are.
 * @throws ConfigError when the database is unreachable or refuses access
 */
export async function isTaken(url: string, listenUrl: string | null): Promise<boolean> {
  const database = new Kysely<Schema>({ dialect: dialectOf({ connectionString: listenUrl ?? url, max: 1 }) })
  let tables: readonly { readonly name: string }[] = []
  try {
    await named(listenUrl === null ? 'DATABASE_URL' : 'DATABASE_LISTEN_URL', async () => {
      tables = await database.introspection.getTables()
    })
  } finally {
    await database.destroy()
  }
  return tables.some(({ name }) => name === 'media')
}

const limits: Limits = {
  statement_timeout: timeouts.statement,
  lock_timeout: timeouts.lock,
  idle_in_transaction_session_timeout: timeouts.statement,
}

/** Runs work with the database that a variable names. @throws ConfigError when it is unreachable or refuses access */
async function named(variable: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (cause) {
    if (cause instanceof ConfigError) throw cause
    // The migrations wrap it.
    const reason = cause instanceof Error && cause.cause !== undefined ? cause.cause : cause
    if (isUnreachable(reason)) throw new ConfigError(unreachableSentence(variable), { cause })
    if (isOfEncryption(reason)) throw new ConfigError(encryptionSentence(variable, reason), { cause })
    throw cause
  }
}

function unreachableSentence(variable: string): string {
  return (
    `${variable} : la base de données ne répond pas ou refuse l'accès. / ` +
    `${variable}: the database does not answer or refuses access.`
  )
}

/** Includes a wrong password (class 28) and a missing database (3D000). */
function isUnreachable(error: unknown): boolean {
  if (databaseTroubleOf(error) === 'away') return true
  return error instanceof Error && 'code' in error && /^(28|3D)/.test(String(error.code))
}

function encryptionSentence(variable: string, { message }: Error): string {
  return (
    `${variable} : la connexion chiffrée échoue (${message}). / ` +
    `${variable}: the encrypted connection fails (${message}).`
  )
}

/** A server without TLS, a certificate that is refused, or the file of one that cannot be read. */
function isOfEncryption(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  const { code = '', syscall } = error as NodeJS.ErrnoException
  return syscall === 'open' || /SSL|TLS|CERT|SIGNATURE/.test(code) || /\bSSL\b/.test(error.message)
}

function dialectOf(config: PoolConfig): PostgresDialect {
  const pool = postgresPool({
    ...config,
    application_name: 'eclats',
    connectionTimeoutMillis: timeouts.connection,
    keepAlive: true,
    types,
  })
  return new TransactionalPostgresDialect({ pool })
}

/** Parse counts, integer sums and CRC-32 as numbers, as with SQLite; all stay below 2^53. */
const types = new TypeOverrides()
types.setTypeParser(pgTypes.builtins.INT8, Number)

class TransactionalPostgresDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig

  constructor(config: PostgresDialectConfig) {
    super(config)
    this.#config = config
  }

  override createDriver(): Driver {
    return new TransactionalPostgresDriver(this.#config)
  }
}

class TransactionalPostgresDriver extends PostgresDriver {
  /** Without parameters, both statements are one round trip. */
  override async beginTransaction(...[connection, settings]: Parameters<PostgresDriver['beginTransaction']>) {
    if (!beginsUnsynced()) return super.beginTransaction(connection, settings)
    await connection.executeQuery(CompiledQuery.raw('begin; set local synchronous_commit = off'))
  }

  /** On a lost connection the rollback fails too: keep the first error. */
  override async rollbackTransaction(connection: Parameters<PostgresDriver['rollbackTransaction']>[0]): Promise<void> {
    await super.rollbackTransaction(connection).catch(() => undefined)
  }
}

const maxAttempts = 5

/**
 * Which transactions are visible: it differs after each commit. A standby that becomes the primary may count to the
 * same number with other rows: its process started at another time.
 */
const visible: CompiledQuery<{ count: string }> = CompiledQuery.raw(
  "select pg_current_snapshot()::text || ' ' || pg_postmaster_start_time()::text as count",
)

/**
 * Retries transactions that PostgreSQL ended because of a deadlock. A transaction must therefore have no other side
 * effects than those in the database.
 */
class RetryingKysely extends Kysely<Schema> implements ChangeCounting {
  readonly #listener: ChannelListener | null
  readonly #count = new SharedQuery(async () => (await this.executeQuery(visible)).rows[0]?.count ?? '')

  constructor(config: KyselyConfig, listener: ChannelListener | null) {
    super(config)
    this.#listener = listener
  }

  changeCount(): Promise<string> {
    return this.#count.read()
  }

  override async destroy(): Promise<void> {
    await this.#listener?.stop()
    await super.destroy()
  }

  override transaction() {
    const builder = super.transaction()
    const once = builder.execute.bind(builder)
    builder.execute = <T>(work: (transaction: Transaction<Schema>) => Promise<T>) => retryDeadlock(() => once(work))
    return builder
  }
}

async function retryDeadlock<T>(work: () => Promise<T>, attempt = 1): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isEndedForAnother(error) || attempt >= maxAttempts) throw error
    await pause(Math.random() * 20 * 2 ** attempt)
    return retryDeadlock(work, attempt + 1)
  }
}
