import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { createTableWithId, requiredTexts } from '../identity.ts'
import { one } from '../references.ts'

/** HTML mail with retries; notifications by mail and their preference; erased accounts. */
export const accounts: Migration = {
  async up(database) {
    const { schema } = database
    await schema
      .alterTable('courriel')
      .addColumn('html', 'text', (column) => column.notNull().defaultTo(''))
      .execute()
    await schema.alterTable('courriel').addColumn('desinscription', 'text').execute()
    // The empty string sorts before any instant: mail without a date is due.
    await schema
      .alterTable('courriel')
      .addColumn('prochainEssai', 'text', (column) => column.notNull().defaultTo(''))
      .execute()
    await schema.alterTable('courriel').addColumn('abandonneLe', 'text').execute()
    await schema.createIndex('courriel_attente').on('courriel').columns(['envoyeLe', 'prochainEssai']).execute()

    await schema.alterTable('notification').addColumn('courrielLe', 'text').execute()
    // Do not mail notifications from before mail existed.
    await sql`update ${sql.table('notification')} set ${sql.ref('courrielLe')} = ${sql.ref('dateCreation')}`.execute(
      database,
    )
    await schema
      .createIndex('notification_courriel')
      .on('notification')
      .columns(['courrielLe', 'dateCreation'])
      .execute()

    await schema.alterTable('utilisateur').addColumn('avisCourriel', 'integer', one).execute()
    await schema.alterTable('utilisateur').addColumn('effaceLe', 'text').execute()

    await requiredTexts(createTableWithId(database, 'demandeReinitialisation'), ['email', 'creeLe']).execute()
  },
}
