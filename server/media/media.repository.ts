import type { ExpressionBuilder } from 'kysely'
import type { StatutMedia } from '#domain/media/media.ts'
import type { Database } from '../database/database.ts'
import type { Schema } from '../database/schema.ts'
import type { MediaRow } from '../database/tables/medias.ts'
import { deletedEvenements } from '../evenement/evenement.repository.ts'
import type { Patch } from '../upload/blanking/patch.ts'

/** A media with who brought it, without what is blanked in it: a list of such ranges may be large. */
export type MediaAvecAuteur = Omit<MediaRow, 'plagesMasquees'> & {
  readonly auteurPrenom: string
  readonly auteurNom: string
}

const listed = [
  ...(['id', 'evenementId', 'auteurId', 'type', 'mime', 'taille', 'sha256', 'sourceSha256', 'crc32'] as const),
  ...(['crc32Masque', 'fichier', 'nomOriginal', 'statut', 'raison', 'favori', 'version', 'largeur'] as const),
  ...(['hauteur', 'dureeMs', 'datePrise', 'dateDepot', 'dateValidation', 'decideParId', 'thumbhash'] as const),
  ...(['variantesEtat', 'variantesBail', 'consentementId', 'clientUploadId'] as const),
  ...(['corbeilleLe', 'statutAvant', 'raisonAvant', 'couverture'] as const),
].map((column) => `media.${column}` as const)

/** Whether the bytes of a media must be kept: it lives, or lies in the bin and can be restored. */
export function needsFile(where: ExpressionBuilder<Schema, 'media'>) {
  return where.or([where('media.statut', '<>', 'SUPPRIME'), where('media.corbeilleLe', 'is not', null)])
}

/** Media with their authors, to be narrowed. */
export function selectMedias(database: Database) {
  return database
    .selectFrom('media')
    .innerJoin('utilisateur as auteur', 'auteur.id', 'media.auteurId')
    .select(listed)
    .select(['auteur.prenom as auteurPrenom', 'auteur.nom as auteurNom'])
}

export function findMedia(database: Database, id: number): Promise<MediaAvecAuteur | undefined> {
  return selectMedias(database).where('media.id', '=', id).executeTakeFirst()
}

/** What others get blanked in a media's original; null when it stays with its author, or is gone. */
export async function findPatches(database: Database, id: number): Promise<readonly Patch[] | null> {
  const media = await database.selectFrom('media').select('plagesMasquees').where('id', '=', id).executeTakeFirst()
  return media ? (JSON.parse(media.plagesMasquees) as Patch[] | null) : null
}

/** Makes other decisions on the same media wait, on either database, and reads it as it is now. */
export async function lockMedia(database: Database, id: number): Promise<MediaAvecAuteur | undefined> {
  await database
    .updateTable('media')
    .set((set) => ({ version: set.ref('version') }))
    .where('id', '=', id)
    .execute()
  return findMedia(database, id)
}

interface DeskWish {
  readonly statut?: StatutMedia | undefined
  /** Deposited then or later. */
  readonly depuis?: string | undefined
}

/** Everything of an event that waits for or had a decision; of one statut alone, or what came since, where asked. */
export function mediasOfOrganisateur(database: Database, evenementId: number, { statut, depuis }: DeskWish = {}) {
  return selectMedias(database)
    .where('media.evenementId', '=', evenementId)
    .where('statut', '<>', 'SUPPRIME')
    .$if(statut !== undefined, (query) => query.where('statut', '=', statut ?? 'EN_ATTENTE'))
    .$if(depuis !== undefined, (query) => query.where('dateDepot', '>=', depuis ?? ''))
}

/**
 * Validated media of an event and one's own in every statut. What its author deleted is gone for them too; what the
 * organiser removed, or the service lost, stays visible to its author as removed (product 21).
 */
export function mediasOfParticipant(
  database: Database,
  { evenementId, utilisateurId }: { evenementId: number; utilisateurId: number },
) {
  return selectMedias(database)
    .where('media.evenementId', '=', evenementId)
    .where((where) =>
      where.or([
        where('statut', '=', 'VALIDE'),
        where.and([where('auteurId', '=', utilisateurId), where('statut', '<>', 'SUPPRIME')]),
        where.and([where('auteurId', '=', utilisateurId), where('decideParId', 'is distinct from', utilisateurId)]),
      ]),
    )
}

/** What a person brought to any event, newest deposit first, without what they deleted themselves. */
export function findMediasOfAuteur(database: Database, auteurId: number): Promise<MediaAvecAuteur[]> {
  return selectMedias(database)
    .where('auteurId', '=', auteurId)
    .where('media.evenementId', 'not in', deletedEvenements(database))
    .where((where) => where.or([where('statut', '<>', 'SUPPRIME'), where('decideParId', 'is distinct from', auteurId)]))
    .orderBy('dateDepot', 'desc')
    .orderBy('media.id', 'desc')
    .execute()
}

export interface Twin {
  readonly auteurId: number
  readonly evenementId: number
  readonly sha256: string | null
  readonly sourceSha256: string | null
}

/** The same photo by the same person in the same event, while it lives (product 24). */
export function findLivingTwin(database: Database, twin: Twin): Promise<{ id: number; sha256: string } | undefined> {
  const { auteurId, evenementId, sha256, sourceSha256 } = twin
  if (sha256 === null && sourceSha256 === null) return Promise.resolve(undefined)
  return database
    .selectFrom('media')
    .select(['id', 'sha256'])
    .where('auteurId', '=', auteurId)
    .where('evenementId', '=', evenementId)
    .where('statut', '<>', 'SUPPRIME')
    .where((where) => where.or([where('sha256', '=', sha256 ?? ''), where('sourceSha256', '=', sourceSha256 ?? '')]))
    .executeTakeFirst()
}

export interface Decision {
  readonly id: number
  /** The version the decision saw; another one means that somebody decided meanwhile. */
  readonly version: number
  readonly statut: StatutMedia
  readonly raison: string | null
  readonly decideParId: number
  readonly dateValidation: string
  /** What it was, where it goes into the bin. */
  readonly corbeille?: Pick<MediaRow, 'corbeilleLe' | 'statutAvant' | 'raisonAvant'>
}

/** Decides on a media that still stands at the version seen; false when it does not. */
export async function decide(database: Database, { id, version, corbeille, ...decision }: Decision): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('media')
    .set((update) => ({ ...decision, ...corbeille, version: update('version', '+', 1) }))
    .where('id', '=', id)
    .where('version', '=', version)
    .where('statut', '<>', 'SUPPRIME')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function setFavori(database: Database, id: number, favori: 0 | 1): Promise<void> {
  await database.updateTable('media').set({ favori }).where('id', '=', id).execute()
}

/** Makes a media the cover of its event, or takes that choice away; an event has one at most. */
export async function setCouverture(
  database: Database,
  { id, evenementId }: Pick<MediaRow, 'id' | 'evenementId'>,
  couverture: 0 | 1,
): Promise<void> {
  const own = database.updateTable('media').set({ couverture: 0 }).where('couverture', '=', 1)
  await (couverture === 1 ? own.where('evenementId', '=', evenementId) : own.where('id', '=', id)).execute()
  if (couverture === 1) await database.updateTable('media').set({ couverture }).where('id', '=', id).execute()
}

/** Hands files to the sweeper in the transaction that takes their row away. */
export async function eraseLater(database: Database, fichiers: readonly string[], depuis: string): Promise<void> {
  // SQLite takes 32 766 values in one statement.
  for (let at = 0; at < fichiers.length; at += 1000) {
    await database
      .insertInto('fichierASupprimer')
      .values(fichiers.slice(at, at + 1000).map((fichier) => ({ fichier, depuis })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}
