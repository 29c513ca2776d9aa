import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * The variant of a video that plays in every browser: whether it is made, the lease of the process that makes it, and
 * its tries. A node of the version before inserts rows with the default.
 */
export const lecture: Migration = {
  async up(database: Kysely<unknown>) {
    const { schema } = database
    await schema
      .alterTable('media')
      .addColumn('lectureEtat', 'text', (column) => column.notNull().defaultTo('A_FAIRE'))
      .execute()
    await schema.alterTable('media').addColumn('lectureBail', 'text').execute()
    await schema
      .alterTable('media')
      .addColumn('lectureEssais', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    await schema
      .createIndex('media_sans_lecture')
      .on('media')
      .columns(['evenementId', 'id'])
      .where(sql<boolean>`"type" = 'VIDEO' and "lectureEtat" = 'A_FAIRE'`)
      .execute()
    await schema
      .createIndex('media_sans_ffmpeg')
      .on('media')
      .column('id')
      .where(sql<boolean>`"lectureEtat" = 'SANS_FFMPEG'`)
      .execute()
  },
}
