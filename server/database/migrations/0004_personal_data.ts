import type { Migration } from 'kysely/migration'
import { zero } from '../references.ts'

/** Warnings before an archive, reminder of a consent, the person a notification names, the mail of a last export. */
export const personalData: Migration = {
  async up({ schema }) {
    await schema.alterTable('utilisateur').addColumn('avertissements', 'integer', zero).execute()
    await schema.createIndex('utilisateur_activite').on('utilisateur').column('derniereActivite').execute()
    await schema.alterTable('consentement').addColumn('rappelLe', 'text').execute()
    await schema.alterTable('notification').addColumn('nommeId', 'integer').execute()
    await schema.createIndex('notification_nomme').on('notification').column('nommeId').execute()
    await schema.alterTable('demandeSuppression').addColumn('courrielId', 'integer').execute()
  },
}
