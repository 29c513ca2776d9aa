import { Kysely, sql } from 'kysely'
import { ConfigError } from '../config.ts'
import { ChannelListener, type NotifyReceiver } from './channelListener.ts'
import { type Database, notifyChannel } from './database.ts'
import { assertMigrated, migrateToLatest } from './migrations/migrations.ts'
import { assertPoolerFits, type Limits } from './poolerCheck.ts'
import { connectionTimeoutMs, postgresDialect } from './postgresDialect.ts'
import { withConfigErrors } from './postgresErrors.ts'
import { recordQuery } from './recordQuery.ts'
import { RetryingKysely } from './retryingKysely.ts'
import type { Schema } from './schema.ts'
import type { ChangeCounting } from './readCache.ts'

/** Connections per node; PostgreSQL allows 100 by default. */
const poolSize = 20
/** Timeouts in ms: waiting for a row lock, running a statement, waiting for an answer. */
const timeouts = { lock: 10_000, statement: 30_000, answer: 35_000 }

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
 * @throws ConfigError when the database is unreachable, refuses access, cannot store every text or has older tables, or
 * when a pooler is not set up for it
 */
export async function openPostgres(
  url: string,
  { receiver, listenUrl, isMeasured = false, migrates = true }: PostgresOptions = {},
): Promise<Database & ChangeCounting> {
  const directUrl = listenUrl ?? url
  const direct = listenUrl ? 'DATABASE_LISTEN_URL' : 'DATABASE_URL'
  // No statement timeout for migrations, and no pooler, which may have one: building an index may take longer than a
  // request.
  const migrating = new Kysely<Schema>({ dialect: postgresDialect({ connectionString: directUrl, max: 2 }) })
  try {
    await withConfigErrors(direct, async () => {
      await assertUtf8(migrating, direct)
      await (migrates ? migrateToLatest(migrating) : assertMigrated(migrating))
    })
  } finally {
    await migrating.destroy()
  }
  const listener = receiver ? new ChannelListener(directUrl, notifyChannel, receiver) : null
  try {
    await withConfigErrors(direct, async () => listener?.start())
    const connection = { connectionString: url, connectionTimeoutMillis: connectionTimeoutMs }
    await withConfigErrors('DATABASE_URL', () => assertPoolerFits(connection, { limits, listener }))
  } catch (error) {
    await listener?.stop()
    throw error
  }
  const dialect = postgresDialect({ connectionString: url, max: poolSize, query_timeout: timeouts.answer, ...limits })
  return new RetryingKysely({ dialect, ...(isMeasured && { log: recordQuery }) }, listener)
}

/**
 * Whether a PostgreSQL database has the tables of a service, which it leaves as they are.
 * @throws ConfigError when the database is unreachable or refuses access
 */
export async function hasServiceTables(url: string, listenUrl: string | null): Promise<boolean> {
  const database = new Kysely<Schema>({ dialect: postgresDialect({ connectionString: listenUrl ?? url, max: 1 }) })
  let tables: readonly { readonly name: string }[] = []
  try {
    await withConfigErrors(listenUrl === null ? 'DATABASE_URL' : 'DATABASE_LISTEN_URL', async () => {
      tables = await database.introspection.getTables()
    })
  } finally {
    await database.destroy()
  }
  return tables.some(({ name }) => name === 'media')
}

/** Another encoding has no emoji, or no letters (SQL_ASCII): the calls that write one would fail. */
async function assertUtf8(database: Kysely<Schema>, variable: string): Promise<void> {
  const { rows } = await sql<{ server_encoding: string }>`show server_encoding`.execute(database)
  const encoding = rows[0]?.server_encoding
  if (encoding === 'UTF8') return
  const remedy = "CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0"
  throw new ConfigError(
    `${variable} : la base est encodée en ${encoding}, UTF8 attendu (${remedy}). / ` +
      `${variable}: the encoding of the database is ${encoding}, expected UTF8 (${remedy}).`,
  )
}

const limits: Limits = {
  statement_timeout: timeouts.statement,
  lock_timeout: timeouts.lock,
  idle_in_transaction_session_timeout: timeouts.statement,
}
