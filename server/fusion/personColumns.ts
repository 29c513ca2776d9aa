import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import type { Schema } from '../database/schema.ts'
import type { Merge } from './merge.ts'

/**
 * What a fusion does with a column that names a person. `moved`: names the account afterwards. `ended`: its rows end
 * or are deleted. `kept`: still names the guest. `account`: a guest cannot have such a row.
 */
type ColumnHandling = 'moved' | 'ended' | 'kept' | 'account'

/** Every column that names a person. A test compares this list with both databases. */
export const personColumns: Readonly<Record<`${keyof Schema}.${string}`, ColumnHandling>> = {
  'inscription.utilisateurId': 'moved',
  'consentement.utilisateurId': 'moved',
  'media.auteurId': 'moved',
  'media.decideParId': 'moved',
  'upload.utilisateurId': 'moved',
  'uploadGrant.utilisateurId': 'moved',
  'demandeRetrait.demandeurId': 'moved',
  'recompense.utilisateurId': 'moved',
  'albumRecu.utilisateurId': 'moved',
  'notification.utilisateurId': 'moved',
  'notification.nommeId': 'moved',
  'courriel.nommeId': 'moved',
  // Its mails are about addresses that the guest has given.
  'courriel.utilisateurId': 'ended',
  'session.utilisateurId': 'ended',
  'refreshToken.utilisateurId': 'ended',
  'appareil.utilisateurId': 'ended',
  // The device of the guest must not get the notifications of the account.
  'abonnementPush.utilisateurId': 'ended',
  'albumLien.utilisateurId': 'ended',
  'cleInvite.utilisateurId': 'ended',
  'jeton.utilisateurId': 'ended',
  'upload.inviteId': 'kept',
  'uploadGrant.inviteId': 'kept',
  'utilisateur.fusionneDansId': 'kept',
  'audit.acteurId': 'kept',
  'demandeSuppression.utilisateurId': 'account',
  'secondFacteur.utilisateurId': 'account',
  'codeSecours.utilisateurId': 'account',
  'cleAcces.utilisateurId': 'account',
  'defi.utilisateurId': 'account',
  'abonnement.utilisateurId': 'account',
  'abonnementDemonstration.utilisateurId': 'account',
  'evenement.createurId': 'account',
  'evenement.modifieParId': 'account',
  'invitation.utilisateurId': 'account',
}

/**
 * Gives all rows of the moved columns to the account.
 * @param database a transaction in which no unique index prevents it
 */
export async function moveRows(database: Database, { guest, account }: Merge): Promise<void> {
  for (const [name, handling] of Object.entries(personColumns)) {
    if (handling !== 'moved') continue
    const [table = '', column = ''] = name.split('.')
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${account} where ${sql.ref(column)} = ${guest}`.execute(
      database,
    )
  }
}
