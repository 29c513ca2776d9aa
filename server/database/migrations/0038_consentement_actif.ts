import type { Migration } from 'kysely/migration'

/**
 * Finds a person's valid consent. SQLite keeps no statistics and prefers an index with more conditions: by statut and
 * date it read the consents of all people. An operator may have made it by hand.
 */
export const consentementActif: Migration = {
  async up({ schema }) {
    const columns = ['utilisateurId', 'statut', 'dateExpiration']
    await schema.createIndex('consentement_actif').ifNotExists().on('consentement').columns(columns).execute()
  },
}
