import type { Migration } from 'kysely/migration'

/** The number of commit attempts of an upload: a file that ended the process twice is not examined again. */
export const commitAttempts: Migration = {
  async up(database) {
    await database.schema
      .alterTable('upload')
      .addColumn('commitAttempts', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
  },
}
