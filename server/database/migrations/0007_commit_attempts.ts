import type { Migration } from 'kysely/migration'

/** How often the commit of an upload was begun: a file that ended the process twice is not examined a third time. */
export const commitAttempts: Migration = {
  async up(database) {
    await database.schema
      .alterTable('upload')
      .addColumn('commitAttempts', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
  },
}
