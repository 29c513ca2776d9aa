import { CompiledQuery, type DatabaseConnection, type Driver } from 'kysely'
import { Kysely, PostgresDialect, type PostgresDialectConfig, PostgresDriver, type Transaction } from 'kysely'
import { setTimeout as pause } from 'node:timers/promises'
import { Pool, type PoolConfig, TypeOverrides, types as pgTypes } from 'pg'
import { ConfigError } from '../config.ts'
import { ChannelListener } from './channelListener.ts'
import { type Database, notifyChannel } from './database.ts'
import { databaseTroubleOf, isEndedForAnother } from './databaseError.ts'
import { migrateToLatest } from './migrations/migrations.ts'
import type { Schema } from './schema.ts'

/** Connections of one node; PostgreSQL lets 100 in unless told otherwise. */
const poolSize = 20
/** Milliseconds a request waits for a connection, for a row that another holds, for an answer. */
const patience = { connection: 5000, lock: 10_000, statement: 30_000, answer: 35_000 }

/**
 * Opens a PostgreSQL database, brings its tables up to date and gives it back ready for use. What lies in it may be
 * served by several nodes at once.
 * @param onNotify told of what `pg_notify` said on any node, once it is committed; null hears nothing
 * @throws ConfigError when it does not answer or lets nobody in
 */
export async function openPostgres(
  url: string,
  onNotify: ((payload: string) => void) | null = null,
): Promise<Database> {
  // Building an index may take longer than any request is allowed to.
  const unhurried = new Kysely<Schema>({ dialect: dialectOf({ connectionString: url, max: 2 }) })
  try {
    await migrateToLatest(unhurried)
  } catch (error) {
    if (isUnreachable(error)) throw new ConfigError(unreachableSentence, { cause: error })
    throw error
  } finally {
    await unhurried.destroy()
  }
  const listener = onNotify && new ChannelListener(url, notifyChannel, onNotify)
  await listener?.start()
  return new RetryingKysely(dialectOf({ connectionString: url, max: poolSize, ...limits }), listener)
}

const limits: PoolConfig = {
  statement_timeout: patience.statement,
  lock_timeout: patience.lock,
  idle_in_transaction_session_timeout: patience.statement,
  query_timeout: patience.answer,
}

const unreachableSentence =
  "DATABASE_URL : la base de données ne répond pas ou refuse l'accès. / " +
  'DATABASE_URL: the database does not answer or refuses access.'

/** Also a wrong password (class 28) and a database that is not there (3D000). */
function isUnreachable(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  if (databaseTroubleOf(cause) === 'away') return true
  return cause instanceof Error && 'code' in cause && /^(28|3D)/.test(String(cause.code))
}

function dialectOf(config: PoolConfig): PostgresDialect {
  const pool = new Pool({
    ...config,
    application_name: 'eclats',
    connectionTimeoutMillis: patience.connection,
    keepAlive: true,
    types,
  })
  // A connection that breaks between two statements is no request's failure, and must not end the process: the next
  // statement says so, and the pool opens another.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return new DurablePostgresDialect({ pool, onCreateConnection: assertDurability })
}

/** Counts, sums of integers and CRC-32 come as numbers, as from SQLite; none of ours reaches 2^53. */
const types = new TypeOverrides()
types.setTypeParser(pgTypes.builtins.INT8, Number)

/** An acknowledgement means durable (upload, I4), whatever the cluster is set to. */
async function assertDurability(connection: DatabaseConnection): Promise<void> {
  const ask = "select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off'"
  await connection.executeQuery(CompiledQuery.raw(ask))
}

class DurablePostgresDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig

  constructor(config: PostgresDialectConfig) {
    super(config)
    this.#config = config
  }

  override createDriver(): Driver {
    return new KeepFirstErrorDriver(this.#config)
  }
}

class KeepFirstErrorDriver extends PostgresDriver {
  /** A connection that is lost cannot roll back either: the first failure is the one that tells why. */
  override async rollbackTransaction(connection: Parameters<PostgresDriver['rollbackTransaction']>[0]): Promise<void> {
    await super.rollbackTransaction(connection).catch(() => undefined)
  }
}

const mostTries = 5

/**
 * Transactions that PostgreSQL ended because two waited for each other are begun again; so what a transaction does, it
 * does to the database alone.
 */
class RetryingKysely extends Kysely<Schema> {
  readonly #listener: ChannelListener | null

  constructor(dialect: PostgresDialect, listener: ChannelListener | null) {
    super({ dialect })
    this.#listener = listener
  }

  override async destroy(): Promise<void> {
    await this.#listener?.stop()
    await super.destroy()
  }

  override transaction() {
    const builder = super.transaction()
    const once = builder.execute.bind(builder)
    builder.execute = <T>(work: (transaction: Transaction<Schema>) => Promise<T>) => again(() => once(work))
    return builder
  }
}

async function again<T>(work: () => Promise<T>, tries = 1): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isEndedForAnother(error) || tries >= mostTries) throw error
    await pause(Math.random() * 20 * 2 ** tries)
    return again(work, tries + 1)
  }
}
