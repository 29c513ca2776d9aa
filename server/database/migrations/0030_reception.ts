import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What a storage needs to continue an upload that another process has begun. */
export const reception: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema.alterTable('upload').addColumn('reception', 'text').execute()
  },
}
