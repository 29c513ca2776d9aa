import { CompiledQuery, type Driver, PostgresDialect, type PostgresDialectConfig, PostgresDriver } from 'kysely'
import { type PoolConfig, TypeOverrides, types as pgTypes } from 'pg'
import { postgresPool } from './postgresPool.ts'
import { beginsUnsynced } from './unsynced.ts'

/** Timeout for connecting. */
export const connectionTimeoutMs = 5000

/** The dialect of a new pool of connections. @param config without the settings that every connection has */
export function postgresDialect(config: PoolConfig): PostgresDialect {
  const pool = postgresPool({
    ...config,
    application_name: 'eclats',
    connectionTimeoutMillis: connectionTimeoutMs,
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
