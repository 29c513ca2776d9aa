import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Whose mail a row is and whom it names, which mail carries a notification, where an attempt came from.
 *
 * Mail that waits at this moment names its people in its text alone. It leaves or is given up within three days, and is
 * not searched: a search by name deletes mail of others.
 */
export const provenAddress: Migration = {
  async up(database) {
    const { schema } = database
    await schema.alterTable('courriel').addColumn('utilisateurId', 'integer').execute()
    await schema.alterTable('courriel').addColumn('nommeId', 'integer').execute()
    await schema.createIndex('courriel_personne').on('courriel').column('utilisateurId').execute()
    await schema.createIndex('courriel_nomme').on('courriel').column('nommeId').execute()
    await schema.alterTable('notification').addColumn('courrielId', 'integer').execute()
    await schema.createIndex('notification_mail').on('notification').column('courrielId').execute()
    await schema.alterTable('tentative').addColumn('origine', 'text').execute()
    // Mail that was given up is never sent again: its text, which may name people, is of no use.
    await sql`update courriel set texte = '', html = '' where ${sql.ref('abandonneLe')} is not null`.execute(database)
    // Accounts that have not proven their address were tied to the invitations of that address.
    const utilisateurId = sql.ref('utilisateurId')
    await sql`
      update invitation set ${utilisateurId} = null
      where exists (
        select 1 from utilisateur
        where utilisateur.id = invitation.${utilisateurId} and utilisateur.email = invitation.email
          and ${sql.ref('emailConfirmeLe')} is null
      )
    `.execute(database)
  },
}
