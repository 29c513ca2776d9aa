import type { Migration } from 'kysely/migration'
import { createTableWithId, optionalTexts, requiredTexts } from '../identity.ts'
import { belongsTo, unique, zero } from '../references.ts'

/** The secret of a person's authenticator app, and recovery codes. */
export const secondFacteur: Migration = {
  async up(database) {
    const facteur = createTableWithId(database, 'secondFacteur')
      .addColumn('utilisateurId', 'integer', (column) => belongsTo('utilisateur')(column).unique())
      .addColumn('dernierPas', 'integer', zero)
    await optionalTexts(requiredTexts(facteur, ['secret', 'creeLe']), ['activeLe']).execute()
    const code = createTableWithId(database, 'codeSecours')
      .addColumn('utilisateurId', 'integer', belongsTo('utilisateur'))
      .addColumn('hash', 'text', unique)
    await optionalTexts(code, ['utiliseLe']).execute()
    await database.schema.createIndex('codeSecours_utilisateur').on('codeSecours').column('utilisateurId').execute()
  },
}
