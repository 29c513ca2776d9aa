import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * The recipient of a mail and the person it names, the mail that carries a notification, the origin of an attempt.
 *
 * Mail that is queued at the migration names people only in its text. It is sent or given up within three days and is
 * not searched, because a search by name could delete the mail of other people.
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
    // Mail that was given up is never sent: clear its text, which may name people.
    await sql`update courriel set texte = '', html = '' where ${sql.ref('abandonneLe')} is not null`.execute(database)
    // Detach invitations from accounts that have not confirmed the invited address.
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
