import { type ExpressionBuilder, sql } from 'kysely'
import type { StatutMedia } from '#domain/media/media.ts'
import type { Database } from '../database/database.ts'
import type { Schema } from '../database/schema.ts'
import type { MediaRow } from '../database/tables/medias.ts'
import { deletedEvenements, fuseauOfMedia } from '../evenement/evenement.repository.ts'
import type { Patch } from '../upload/blanking/patch.ts'

/** `plagesMasquees` can be large; the others are for the work on variants. */
type UnlistedColumn = 'plagesMasquees' | 'grandeAttendue' | 'variantesEssais' | 'lectureBail' | 'lectureEssais'

/** A media with its author and the zone of its event. */
export type MediaAvecAuteur = Omit<MediaRow, UnlistedColumn> & {
  readonly auteurPrenom: string
  readonly auteurNom: string
  /** IANA name of the time zone of its event. */
  readonly fuseau: string
}

const listed = [
  ...(['id', 'evenementId', 'auteurId', 'type', 'mime', 'taille', 'sha256', 'sourceSha256', 'crc32'] as const),
  ...(['crc32Masque', 'fichier', 'nomOriginal', 'statut', 'raison', 'favori', 'version', 'largeur'] as const),
  ...(['hauteur', 'dureeMs', 'datePrise', 'dateDepot', 'dateValidation', 'decideParId', 'thumbhash'] as const),
  ...(['variantesEtat', 'variantesBail', 'consentementId', 'clientUploadId'] as const),
  ...(['corbeilleLe', 'statutAvant', 'raisonAvant', 'statutAvantMasque', 'couverture', 'lectureEtat'] as const),
].map((column) => `media.${column}` as const)

/** Whether the file of a media must be kept: the media is alive, or in the bin and restorable. */
export function needsFile(where: ExpressionBuilder<Schema, 'media'>) {
  return where.or([where('media.statut', '<>', 'SUPPRIME'), where('media.corbeilleLe', 'is not', null)])
}

/** A query for media with their authors, to be narrowed by the caller. */
export function selectMedias(database: Database) {
  return database
    .selectFrom('media')
    .innerJoin('utilisateur as auteur', 'auteur.id', 'media.auteurId')
    .select(listed)
    .select(['auteur.prenom as auteurPrenom', 'auteur.nom as auteurNom'])
    .select(fuseauOfMedia)
}

export function findMedia(database: Database, id: number): Promise<MediaAvecAuteur | undefined> {
  return selectMedias(database).where('media.id', '=', id).executeTakeFirst()
}

/** @returns the media that exist, in any order */
export async function findMedias(database: Database, ids: readonly number[]): Promise<MediaAvecAuteur[]> {
  return ids.length === 0 ? [] : selectMedias(database).where('media.id', 'in', ids).execute()
}

/**
 * What is blanked in this original of a media for others; null when only its author gets the original, or the media is
 * missing or has another file: a damaged one was replaced since it was read.
 */
export async function findPatches(
  database: Database,
  { id, fichier }: Pick<MediaAvecAuteur, 'id' | 'fichier'>,
): Promise<readonly Patch[] | null> {
  const query = database.selectFrom('media').select('plagesMasquees').where('id', '=', id)
  const media = await query.where('fichier', '=', fichier).executeTakeFirst()
  return media ? (JSON.parse(media.plagesMasquees) as Patch[] | null) : null
}

/** Locks a media against concurrent decisions, on both databases, and reads the current row. */
export async function lockMedia(database: Database, id: number): Promise<MediaAvecAuteur | undefined> {
  await database
    .updateTable('media')
    .set((set) => ({ version: set.ref('version') }))
    .where('id', '=', id)
    .execute()
  return findMedia(database, id)
}

interface ModerationFilter {
  readonly statut?: StatutMedia | undefined
  /** Earliest deposit date, ISO 8601. */
  readonly depuis?: string | undefined
}

/** All media of an event except removed ones, optionally filtered. */
export function mediasOfOrganisateur(
  database: Database,
  evenementId: number,
  { statut, depuis }: ModerationFilter = {},
) {
  return selectMedias(database)
    .where('media.evenementId', '=', evenementId)
    .where('statut', '<>', 'SUPPRIME')
    .$if(statut !== undefined, (query) => query.where('statut', '=', statut ?? 'EN_ATTENTE'))
    .$if(depuis !== undefined, (query) => query.where('dateDepot', '>=', depuis ?? ''))
}

/**
 * Validated media of an event while the person sees the gallery, and always the person's own in every statut. Media
 * that the author deleted are excluded. Media that the organiser removed, or the service lost, stay visible to the
 * author as removed (product 21).
 */
export function mediasOfParticipant(
  database: Database,
  { evenementId, utilisateurId, seesGalerie }: { evenementId: number; utilisateurId: number; seesGalerie: boolean },
) {
  return selectMedias(database)
    .where('media.evenementId', '=', evenementId)
    .where((where) =>
      where.or([
        ...(seesGalerie ? [where('statut', '=', 'VALIDE')] : []),
        where.and([where('auteurId', '=', utilisateurId), where('statut', '<>', 'SUPPRIME')]),
        where.and([where('auteurId', '=', utilisateurId), where('decideParId', 'is distinct from', utilisateurId)]),
      ]),
    )
}

/** The media that a person added to any event, newest deposit first, without those that the person deleted. */
export function findMediasOfAuteur(database: Database, auteurId: number): Promise<MediaAvecAuteur[]> {
  return selectMedias(database)
    .where('auteurId', '=', auteurId)
    .where('media.evenementId', 'not in', deletedEvenements(database))
    .where((where) => where.or([where('statut', '<>', 'SUPPRIME'), where('decideParId', 'is distinct from', auteurId)]))
    .orderBy('dateDepot', 'desc')
    .orderBy('media.id', 'desc')
    .execute()
}

export interface PhotoKey {
  readonly auteurId: number
  readonly evenementId: number
  readonly sha256: string | null
  readonly sourceSha256: string | null
}

export type Duplicate = Pick<MediaRow, (typeof duplicateColumns)[number]>
const duplicateColumns = ['id', 'type', 'sha256', 'fichier', 'taille', 'statut', 'raison'] as const

/** A media of the same photo, author and event that is not removed (product 24). */
export function findDuplicate(database: Database, twin: PhotoKey): Promise<Duplicate | undefined> {
  return selectPhoto(database, twin).select(duplicateColumns).where('statut', '<>', 'SUPPRIME').executeTakeFirst()
}

/** A removed media of the same photo, author and event whose removal a person has requested, and was not refused. */
export function findRemovedOnRequest(database: Database, photo: PhotoKey): Promise<Pick<MediaRow, 'type'> | undefined> {
  return selectPhoto(database, photo)
    .select('type')
    .where('statut', '=', 'SUPPRIME')
    .where((where) =>
      where.exists(
        where
          .selectFrom('demandeRetrait')
          .select('demandeRetrait.id')
          .whereRef('demandeRetrait.mediaId', '=', 'media.id')
          .where('demandeRetrait.statut', '<>', 'REFUSEE'),
      ),
    )
    .executeTakeFirst()
}

/** The media of a photo, by either hash; none without a hash. */
function selectPhoto(database: Database, { auteurId, evenementId, sha256, sourceSha256 }: PhotoKey) {
  return database
    .selectFrom('media')
    .where('auteurId', '=', auteurId)
    .where('evenementId', '=', evenementId)
    .where((where) => where.or([where('sha256', '=', sha256 ?? ''), where('sourceSha256', '=', sourceSha256 ?? '')]))
}

export interface Decision {
  readonly id: number
  /** The version that the caller saw. A different one in the row means a concurrent decision. */
  readonly version: number
  readonly statut: StatutMedia
  readonly raison: string | null
  readonly decideParId: number
  readonly dateValidation: string
  /** The former state, when the media goes into the bin. */
  readonly corbeille?: Pick<MediaRow, 'corbeilleLe' | 'statutAvant' | 'raisonAvant'>
}

/** Applies a decision if the version is unchanged; false when it is not. */
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

/** Takes the decision about a media back: it waits again. */
export async function clearDecision(database: Database, id: number): Promise<void> {
  const undecided = { statut: 'EN_ATTENTE', raison: null, decideParId: null, dateValidation: null } as const
  await database
    .updateTable('media')
    .set((update) => ({ ...undecided, version: update('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** The columns of a media that is not in the bin. */
export const outOfBin = { corbeilleLe: null, statutAvant: null, raisonAvant: null }

/** An update that removes a media without a way back, to be narrowed by the caller. */
export function removeForGood(
  database: Database,
  id: number,
  decided: Pick<MediaRow, 'decideParId' | 'dateValidation'> & { readonly raison?: string },
) {
  return database
    .updateTable('media')
    .set((update) => ({ ...decided, ...outOfBin, statut: 'SUPPRIME', version: update('version', '+', 1) }))
    .where('id', '=', id)
}

/** Keeps the statut that a media had before it was hidden, for {@link MediaRow.statutAvantMasque}. */
export async function keepStatutAvantMasque(
  database: Database,
  { id, statut }: Pick<MediaRow, 'id' | 'statut'>,
): Promise<void> {
  await database.updateTable('media').set({ statutAvantMasque: statut }).where('id', '=', id).execute()
}

export async function setFavori(database: Database, id: number, favori: 0 | 1): Promise<void> {
  await database.updateTable('media').set({ favori }).where('id', '=', id).execute()
}

/** Sets or clears the cover of an event. An event has at most one cover. */
export async function setCouverture(
  database: Database,
  { id, evenementId }: Pick<MediaRow, 'id' | 'evenementId'>,
  couverture: 0 | 1,
): Promise<void> {
  // A literal: a partial index does not serve a parameter.
  const own = database.updateTable('media').set({ couverture: 0 }).where('couverture', '=', sql.lit<0 | 1>(1))
  await (couverture === 1 ? own.where('evenementId', '=', evenementId) : own.where('id', '=', id)).execute()
  if (couverture === 1) await database.updateTable('media').set({ couverture }).where('id', '=', id).execute()
}

/** Lists files for the sweeper. Call it in the transaction that removes their row. */
export async function eraseLater(database: Database, fichiers: readonly string[], depuis: string): Promise<void> {
  // SQLite allows 32 766 values in one statement.
  for (let at = 0; at < fichiers.length; at += 1000) {
    await database
      .insertInto('fichierASupprimer')
      .values(fichiers.slice(at, at + 1000).map((fichier) => ({ fichier, depuis })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}
