import type { Migration } from 'kysely/migration'
import { createTableWithId, optionalTexts, requiredTexts } from '../identity.ts'
import { belongsTo, primary, unique, zero } from '../references.ts'

/** Ids of the payment provider, its processed messages, and the data of the demonstration provider. */
export const abonnement: Migration = {
  async up(database) {
    const { schema } = database
    await schema.alterTable('abonnement').addColumn('client', 'text').execute()
    await schema.alterTable('abonnement').addColumn('renouvele', 'integer', zero).execute()

    const avis = createTableWithId(database, 'avisPaiement').addColumn('avis', 'text', unique)
    await requiredTexts(avis, ['reference', 'recuLe']).execute()
    await schema.createIndex('avisPaiement_reference').on('avisPaiement').column('reference').execute()

    const demonstration = schema
      .createTable('abonnementDemonstration')
      .addColumn('reference', 'text', primary)
      .addColumn('utilisateurId', 'integer', belongsTo('utilisateur'))
    await optionalTexts(requiredTexts(demonstration, ['plan', 'dateDebut', 'dateExpiration']), ['annuleLe']).execute()
  },
}
