import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** How often the variants of a media were begun since they were last made. */
export const variantesEssais: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .alterTable('media')
      .addColumn('variantesEssais', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
  },
}
