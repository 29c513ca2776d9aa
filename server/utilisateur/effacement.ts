import { sql } from 'kysely'
import { nowIso } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { UtilisateurRow } from '../database/tables/people.ts'
import { eraseLater } from '../media/media.repository.ts'
import type { Parts } from '../parts.ts'
import { updateUtilisateur } from './utilisateur.repository.ts'

/** What goes with the person, row by row. The consent and the audit stay as proof, the subscription for its invoices. */
const owned = [
  'session',
  'refreshToken',
  'jeton',
  'uploadGrant',
  'upload',
  'inscription',
  'invitation',
  'recompense',
  'notification',
  'abonnementPush',
] as const

/**
 * Erases a person (product 30): media and their files, uploads, grants, sessions, registrations, messages. The row of the
 * account stays without a word about them, because events, consents and decisions name it.
 * @param unknownPassword a hash that nothing fits
 */
export async function eraseUtilisateur(
  { database, clock }: Pick<Parts, 'database' | 'clock'>,
  { id, email, emailEnAttente }: UtilisateurRow,
  unknownPassword: string,
): Promise<void> {
  const now = nowIso(clock)
  await eraseLater(database, await filesOf(database, id), now)
  await database.deleteFrom('media').where('auteurId', '=', id).execute()
  for (const table of owned) {
    await sql`delete from ${sql.table(table)} where ${sql.ref('utilisateurId')} = ${id}`.execute(database)
  }
  await database.updateTable('demandeRetrait').set({ demandeurId: null }).where('demandeurId', '=', id).execute()
  const addresses = emailEnAttente === null ? [email] : [email, emailEnAttente]
  await database.deleteFrom('courriel').where('destinataire', 'in', addresses).execute()
  await database.deleteFrom('invitation').where('email', 'in', addresses).execute()
  await database
    .updateTable('consentement')
    .set({ statut: 'REVOQUE', revoqueLe: now })
    .where('utilisateurId', '=', id)
    .where('statut', '=', 'ACTIF')
    .execute()
  await database.insertInto('demandeSuppression').values({ utilisateurId: id, demandeLe: now, effaceLe: now }).execute()
  await updateUtilisateur(database, id, {
    email: `efface-${id}@eclats.invalid`,
    prenom: 'Compte',
    nom: 'supprimé',
    motDePasse: unknownPassword,
    statutActif: 0,
    emailConfirmeLe: null,
    emailEnAttente: null,
    avisCourriel: 0,
    effaceLe: now,
  })
}

async function filesOf(database: Database, id: number): Promise<string[]> {
  const medias = await database.selectFrom('media').select('fichier').where('auteurId', '=', id).execute()
  const uploads = await database
    .selectFrom('upload')
    .select('fichierTemporaire')
    .where('utilisateurId', '=', id)
    .execute()
  return [...medias.map((media) => media.fichier), ...uploads.map((upload) => upload.fichierTemporaire)]
}
