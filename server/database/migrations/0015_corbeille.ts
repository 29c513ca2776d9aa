import type { Migration } from 'kysely/migration'
import { mayName, zero } from '../references.ts'

/** The bin, from which an organiser can restore media for 30 days; the chosen cover; the media of a notification. */
export const corbeille: Migration = {
  async up({ schema }) {
    for (const column of ['corbeilleLe', 'statutAvant', 'raisonAvant'])
      await schema.alterTable('media').addColumn(column, 'text').execute()
    await schema.alterTable('media').addColumn('couverture', 'integer', zero).execute()
    await schema.createIndex('media_corbeille').on('media').column('corbeilleLe').execute()
    await schema.alterTable('notification').addColumn('mediaId', 'integer', mayName('media')).execute()
    await schema.createIndex('notification_media').on('notification').column('mediaId').execute()
  },
}
