import type { Migration } from 'kysely/migration'

/** The statut of a media before a removal request hid it. A media that is hidden already has none. */
export const statutAvantMasque: Migration = {
  async up({ schema }) {
    await schema.alterTable('media').addColumn('statutAvantMasque', 'text').execute()
  },
}
