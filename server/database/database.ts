import type { Kysely } from 'kysely'
import type { Schema } from './schema.ts'

/**
 * The database or a transaction. Inside a transaction use only the transaction object: the outer one would deadlock.
 */
export type Database = Kysely<Schema>

/** The channel of `pg_notify`, and of LISTEN on PostgreSQL. */
export const notifyChannel = 'eclats'
