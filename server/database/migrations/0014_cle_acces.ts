import type { Migration } from 'kysely/migration'
import { createTableWithId, optionalTexts, requiredTexts } from '../identity.ts'
import { belongsTo, primary, required, unique } from '../references.ts'

/** Passkeys, WebAuthn challenges, and since when a login requires a passkey. */
export const cleAcces: Migration = {
  async up(database) {
    const { schema } = database
    const cle = createTableWithId(database, 'cleAcces')
      .addColumn('utilisateurId', 'integer', belongsTo('utilisateur'))
      .addColumn('credentialId', 'text', unique)
      // Unsigned 32 bits exceed PostgreSQL's integer.
      .addColumn('compteur', 'bigint', required)
    await optionalTexts(requiredTexts(cle, ['clePublique', 'transports', 'nom', 'creeLe']), ['utiliseLe']).execute()
    await schema.createIndex('cleAcces_utilisateur').on('cleAcces').column('utilisateurId').execute()
    await schema
      .createTable('defi')
      .addColumn('hash', 'text', primary)
      .addColumn('challenge', 'text', required)
      .addColumn('utilisateurId', 'integer', (column) => column.references('utilisateur.id').onDelete('cascade'))
      .addColumn('expire', 'text', required)
      .execute()
    await schema.alterTable('utilisateur').addColumn('cleExigeeLe', 'text').execute()
  },
}
