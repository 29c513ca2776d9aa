import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { nowIso } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { UtilisateurRow } from '../database/tables/people.ts'
import { publishMediaChange } from '../live/changes.ts'
import { eraseSupprimesOf } from '../evenement/supprime.usecases.ts'
import { eraseLater } from '../media/media.repository.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import { attemptKeysOf } from '../tentative/tentative.ts'
import { provenEmailOf } from './addresses.ts'
import { updateUtilisateur } from './utilisateur.repository.ts'

/** What goes with the person, row by row. The consent and the audit stay as proof, the subscription for its invoices. */
const owned = [
  'session',
  'refreshToken',
  'appareil',
  'jeton',
  'secondFacteur',
  'codeSecours',
  'cleAcces',
  'defi',
  'uploadGrant',
  'upload',
  'albumLien',
  'albumRecu',
  'inscription',
  'invitation',
  'recompense',
  'notification',
  'courriel',
  'abonnementPush',
] as const

/** Stands where the words of a request were: the request itself is about a media that is still shown. */
const motifEfface = 'Cette personne a supprimé son compte.'

/**
 * Erases a person (product 30): media and their files, uploads, grants, sessions, registrations, messages, and what names
 * them elsewhere. The row of the account stays without a word about them, because events, consents and decisions name it.
 * @param unknownPassword a hash that nothing fits
 * @returns id of the demandeSuppression that tells of it
 */
export async function eraseUtilisateur(
  { database, clock }: DatabaseDeps,
  utilisateur: UtilisateurRow,
  unknownPassword: string,
): Promise<number> {
  const { id } = utilisateur
  const now = nowIso(clock)
  await eraseMedias(database, id, now)
  for (const table of owned) {
    await sql`delete from ${sql.table(table)} where ${sql.ref('utilisateurId')} = ${id}`.execute(database)
  }
  await eraseMentions(database, utilisateur)
  await eraseSupprimesOf({ database, clock }, id)
  await closeEvenements(database, id, now)
  await database
    .updateTable('consentement')
    .set({ statut: 'REVOQUE', revoqueLe: now })
    .where('utilisateurId', '=', id)
    .where('statut', '=', 'ACTIF')
    .execute()
  await updateUtilisateur(database, id, {
    // Not to be guessed: whoever had registered it would keep this person from being erased.
    email: `efface-${id}-${randomUUID()}@eclats.invalid`,
    prenom: 'Compte',
    nom: 'supprimé',
    motDePasse: unknownPassword,
    statutActif: 0,
    emailConfirmeLe: null,
    emailEnAttente: null,
    avisCourriel: 0,
    cleExigeeLe: null,
    effaceLe: now,
  })
  const demande = { utilisateurId: id, demandeLe: now, effaceLe: now }
  const row = await database.insertInto('demandeSuppression').values(demande).returning('id').executeTakeFirstOrThrow()
  return row.id
}

/** The files go by the sweeper; open albums hear of it at the commit. */
async function eraseMedias(database: Database, id: number, now: string): Promise<void> {
  const medias = await database
    .selectFrom('media')
    .select(['evenementId', 'auteurId', 'statut', 'fichier'])
    .where('auteurId', '=', id)
    .execute()
  const uploads = await database
    .selectFrom('upload')
    .select('fichierTemporaire')
    .where('utilisateurId', '=', id)
    .execute()
  const fichiers = [...medias.map((media) => media.fichier), ...uploads.map((upload) => upload.fichierTemporaire)]
  await eraseLater(database, fichiers, now)
  await database.deleteFrom('media').where('auteurId', '=', id).execute()
  // Once for each event and kind of audience: whoever listens reads the whole list again.
  const told = new Map(medias.map((media) => [`${media.evenementId} ${media.statut}`, media]))
  for (const media of told.values()) await publishMediaChange(database, media)
}

/** What others were told of the person, and what is kept under their proven address. */
async function eraseMentions(database: Database, utilisateur: UtilisateurRow): Promise<void> {
  const { id } = utilisateur
  const address = provenEmailOf(utilisateur)
  await releaseNotices(database, id)
  await database.deleteFrom('notification').where('nommeId', '=', id).execute()
  await database
    .deleteFrom('courriel')
    .where((where) => where.or([where('nommeId', '=', id), where('destinataire', '=', address)]))
    .execute()
  await database.deleteFrom('invitation').where('email', '=', address).execute()
  await database.deleteFrom('demandeReinitialisation').where('email', '=', address).execute()
  await database.deleteFrom('tentative').where('cle', 'in', attemptKeysOf(utilisateur)).execute()
  await database
    .updateTable('demandeRetrait')
    .set({ demandeurId: null, motif: motifEfface })
    .where('demandeurId', '=', id)
    .execute()
}

/** Deletes waiting mail with a notification that names the person; its other notifications go into the next mail. */
async function releaseNotices(database: Database, id: number): Promise<void> {
  const named = database.selectFrom('notification').select('courrielId').where('nommeId', '=', id)
  const deleted = await database
    .deleteFrom('courriel')
    .where('id', 'in', named.where('courrielId', 'is not', null).$castTo<{ courrielId: number }>())
    .where('envoyeLe', 'is', null)
    .where('abandonneLe', 'is', null)
    .returning('id')
    .execute()
  if (deleted.length === 0) return
  await database
    .updateTable('notification')
    .set({ courrielLe: null, courrielId: null })
    .where(
      'courrielId',
      'in',
      deleted.map((mail) => mail.id),
    )
    .execute()
}

/** Nobody can look after what is still open: links let nobody in any more, and events that nobody ended are over. */
async function closeEvenements(database: Database, id: number, now: string): Promise<void> {
  const own = database.selectFrom('evenement').select('id').where('createurId', '=', id)
  await database
    .updateTable('lienEvenement')
    .set({ revoqueLe: now })
    .where('evenementId', 'in', own)
    .where('revoqueLe', 'is', null)
    .execute()
  await database
    .updateTable('evenement')
    .set({ statut: 'TERMINE', statutManuel: 1 })
    .where('createurId', '=', id)
    .where('statut', 'in', ['PLANIFIE', 'EN_COURS'])
    .execute()
}
