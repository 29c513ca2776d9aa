import type { Migration } from 'kysely/migration'

/** Counts the uploads of a person's day without the rows of the days before. An operator may have made it by hand. */
export const uploadRythme: Migration = {
  async up({ schema }) {
    const columns = ['utilisateurId', 'creeLe', 'taille']
    await schema.createIndex('upload_rythme').ifNotExists().on('upload').columns(columns).execute()
  },
}
