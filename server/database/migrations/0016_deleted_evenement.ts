import type { Migration } from 'kysely/migration'
import { belongsTo, required, zero } from '../references.ts'

/** Deleted events, restorable for 30 days; pending announcements of event changes, sent after a delay. */
export const deletedEvenement: Migration = {
  async up({ schema }) {
    await schema.alterTable('evenement').addColumn('supprimeLe', 'text').execute()
    await schema.createIndex('evenement_supprime').on('evenement').column('supprimeLe').execute()
    await schema
      .createTable('annonceEvenement')
      .addColumn('evenementId', 'integer', (column) => belongsTo('evenement')(column).primaryKey())
      .addColumn('statutConnu', 'text', required)
      .addColumn('statutManuelAvant', 'integer', zero)
      .addColumn('suppressionConnue', 'integer', zero)
      .addColumn('aDireLe', 'text', required)
      .execute()
    await schema.createIndex('annonceEvenement_aDire').on('annonceEvenement').column('aDireLe').execute()
  },
}
