import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { nowIso } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { UtilisateurRow } from '../database/tables/people.ts'
import { answerDemandes } from '../demandeRetrait/demandeAnswers.ts'
import { publishInscriptionChange, publishMediaChange, publishNotified } from '../live/changes.ts'
import { eraseSupprimesOf } from '../evenement/supprime.usecases.ts'
import { eraseLater } from '../media/media.repository.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import { endSessionsOf } from '../session/endSessionsOf.ts'
import { attemptKeysOf } from '../tentative/attemptKeys.ts'
import { provenEmailOf } from './addresses.ts'
import { updateUtilisateur } from './utilisateur.repository.ts'

/**
 * Tables whose rows are deleted with the person. Consents and audit stay as proof, the subscription for its invoices,
 * and the refresh tokens until they expire: by them the server recognises a device that was offline.
 */
const owned = [
  'session',
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

/** Replaces the text of a removal request; the request stays, because its media may still be shown. */
const motifEfface = 'Cette personne a supprimé son compte.'

/**
 * Erases a person (product 30): media and their files, uploads, grants, sessions, registrations, messages, and what
 * names the person elsewhere. The account row stays without personal data, because events, consents and decisions
 * reference it.
 * @param unknownPassword a hash that no password matches
 * @returns id of the demandeSuppression that records the erasure
 */
export async function eraseUtilisateur(
  { database, clock }: DatabaseDeps,
  utilisateur: UtilisateurRow,
  unknownPassword: string,
): Promise<number> {
  const { id } = utilisateur
  const now = nowIso(clock)
  await answerDemandesAboutMediasOf({ database, clock }, id)
  await eraseMedias(database, id, now)
  await publishNamesOf(database, utilisateur)
  await endSessionsOf(database, { utilisateurId: id, except: null }, now)
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
    // Random: with a predictable address, another person could register it and make the erasure fail.
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

/** The people who requested the removal of a media read that it is removed: their requests are deleted with it. */
async function answerDemandesAboutMediasOf(deps: DatabaseDeps, id: number): Promise<void> {
  const medias = await deps.database
    .selectFrom('demandeRetrait')
    .innerJoin('media', 'media.id', 'demandeRetrait.mediaId')
    .select(['media.id', 'media.evenementId'])
    .distinct()
    .where('media.auteurId', '=', id)
    .where('demandeRetrait.statut', '=', 'EN_ATTENTE')
    .execute()
  for (const { id: mediaId, evenementId } of medias)
    await answerDemandes(deps, { mediaId }, { statut: 'ACCEPTEE', evenementId })
}

/** The sweeper deletes the files. Clients with an open album are notified at the commit. */
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
  // One event per evenement and statut: each client reloads the whole list.
  const changes = new Map(medias.map((media) => [`${media.evenementId} ${media.statut}`, media]))
  for (const media of changes.values()) await publishMediaChange(database, media)
}

/**
 * Publishes the registrations, invitations and removal requests of the person before they are deleted or no longer name
 * the person: the organisers' open screens load them again at the commit.
 */
async function publishNamesOf(database: Database, utilisateur: UtilisateurRow): Promise<void> {
  const { id } = utilisateur
  const evenements = await database
    .selectFrom('inscription')
    .select('evenementId')
    .where('utilisateurId', '=', id)
    .union(database.selectFrom('invitation').select('evenementId').where('utilisateurId', '=', id))
    .union(database.selectFrom('invitation').select('evenementId').where('email', '=', provenEmailOf(utilisateur)))
    .execute()
  for (const { evenementId } of evenements) await publishInscriptionChange(database, { evenementId, utilisateurId: id })
  const requested = await database
    .selectFrom('demandeRetrait')
    .innerJoin('media', 'media.id', 'demandeRetrait.mediaId')
    .select(['media.evenementId', 'media.auteurId', 'media.statut'])
    .distinct()
    .where('demandeRetrait.demandeurId', '=', id)
    .execute()
  for (const media of requested) await publishMediaChange(database, media)
}

/** Deletes what names the person in the data of others, and what belongs to the confirmed address. */
async function eraseMentions(database: Database, utilisateur: UtilisateurRow): Promise<void> {
  const { id } = utilisateur
  const address = provenEmailOf(utilisateur)
  await releaseNotices(database, id)
  const named = await database
    .deleteFrom('notification')
    .where('nommeId', '=', id)
    .returning('notification.utilisateurId')
    .execute()
  await publishNotified(
    database,
    named.map(({ utilisateurId }) => utilisateurId),
  )
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

/**
 * Deletes unsent mail that contains a notification naming the person. The other notifications in it go into the next
 * mail.
 */
async function releaseNotices(database: Database, id: number): Promise<void> {
  // Locks them, so that a mail of them that is being created is committed and found here.
  await database
    .updateTable('notification')
    .set((set) => ({ nommeId: set.ref('nommeId') }))
    .where('nommeId', '=', id)
    .execute()
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

/** Without an organiser, links and open invitations are revoked, and events that are still open are ended. */
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
  // After the events, as an answer to an invitation locks them: another order could deadlock.
  await database
    .updateTable('invitation')
    .set({ revoqueLe: now })
    .where('evenementId', 'in', own)
    .where('statut', '=', 'EN_ATTENTE')
    .where('revoqueLe', 'is', null)
    .execute()
}
