import { type Kysely, sql } from 'kysely'
import { createTableWithId, optionalTexts, requiredTexts } from '../../identity.ts'
import { belongsTo, mayName, primary, unique, zero } from '../../references.ts'

export async function createMessages(database: Kysely<unknown>): Promise<void> {
  const { schema } = database
  const notification = createTableWithId(database, 'notification')
    .addColumn('utilisateurId', 'integer', belongsTo('utilisateur'))
    .addColumn('evenementId', 'integer', mayName('evenement'))
    .addColumn('lu', 'integer', zero)
  await requiredTexts(notification, ['type', 'titre', 'message', 'dateCreation']).execute()
  await schema.createIndex('notification_utilisateur').on('notification').columns(['utilisateurId', 'lu']).execute()

  const courriel = createTableWithId(database, 'courriel').addColumn('essais', 'integer', zero)
  await optionalTexts(requiredTexts(courriel, ['destinataire', 'sujet', 'texte', 'creeLe']), [
    'envoyeLe',
    'erreur',
  ]).execute()

  const push = createTableWithId(database, 'abonnementPush')
    .addColumn('utilisateurId', 'integer', belongsTo('utilisateur'))
    .addColumn('endpoint', 'text', unique)
  await requiredTexts(push, ['p256dh', 'auth', 'creeLe']).execute()

  const audit = createTableWithId(database, 'audit')
    .addColumn('acteurId', 'integer')
    .addColumn('precedent', 'text', unique)
  await requiredTexts(audit, ['instant', 'action', 'objet', 'detail', 'hash']).execute()
  const tete = schema.createTable('auditTete').addColumn('id', 'integer', primary)
  await requiredTexts(tete, ['hash']).execute()
  await sql`insert into ${sql.ref('auditTete')} (${sql.ref('id')}, ${sql.ref('hash')}) values (1, '')`.execute(database)
}
