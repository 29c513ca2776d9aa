import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The large variant of a JPEG is made after the thumbnails of all others; indexes of the media that wait. */
export const grandeVariante: Migration = {
  async up(database: Kysely<unknown>) {
    const { schema } = database
    await schema
      .alterTable('media')
      .addColumn('grandeAttendue', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    await schema.dropIndex('media_variantes').execute()
    await schema
      .createIndex('media_sans_vignette')
      .on('media')
      .columns(['evenementId', 'id'])
      .where(sql<boolean>`"variantesEtat" in ('A_FAIRE', 'EN_COURS')`)
      .execute()
    await schema
      .createIndex('media_sans_grande')
      .on('media')
      .columns(['evenementId', 'id'])
      .where(sql<boolean>`"grandeAttendue" = 1`)
      .execute()
  },
}
