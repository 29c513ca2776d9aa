import type { Kysely } from 'kysely'
import type { Schema } from './schema.ts'

/** The database or a transaction on it. Inside a transaction use only what it hands you: the outer one would wait. */
export type Database = Kysely<Schema>

/** The channel of `pg_notify`, and of LISTEN on PostgreSQL. */
export const notifyChannel = 'eclats'
