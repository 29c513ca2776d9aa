import type { MediaMimeType } from '#domain/upload/uploadLimits.ts'
import type { Patch } from './blanking/patch.ts'
import { nowIso } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { UploadRow } from '../database/tables/medias.ts'
import type { Credential } from '../http/acteur.ts'
import { publishMediaChange } from '../live/changes.ts'
import type { Duplicate } from '../media/media.repository.ts'
import type { Depot } from './depot.ts'
import type { UploadDeps } from './uploadDeps.ts'

export interface ExaminedFile {
  readonly type: MediaMimeType
  readonly sha256: string
  readonly crc32: number
  readonly largeur: number | null
  readonly hauteur: number | null
  /** Null when the file cannot be blanked: only its author gets the original. */
  readonly patches: readonly Patch[] | null
  readonly crc32Masque: number
  /** The process ended during two examinations of the file: it was not examined again. */
  readonly isSetAside: boolean
}

export interface ReadyToCommit {
  readonly upload: UploadRow
  readonly credential: Credential
  readonly examined: ExaminedFile
}

interface MediaToStore extends ReadyToCommit {
  readonly depot: Depot
  /** The media of the same photo whose file was lost. */
  readonly lost: Duplicate | undefined
}

const withoutDecision = {
  statut: 'EN_ATTENTE',
  raison: null,
  favori: 0,
  couverture: 0,
  decideParId: null,
  dateValidation: null,
} as const

/**
 * Inserts the media of an upload, or gives its file to the media that has lost its own.
 * @param transaction has locked the author, the event, and the media that has lost its file
 * @returns the id of the media
 */
export async function storeMedia(
  transaction: Database,
  { clock }: Pick<UploadDeps, 'clock'>,
  storing: MediaToStore,
): Promise<number> {
  const { upload, depot, lost } = storing
  if (lost) {
    await replaceFile(transaction, storing, lost)
    return lost.id
  }
  const { evenementId, utilisateurId: auteurId } = upload
  await publishMediaChange(transaction, { evenementId, auteurId, statut: withoutDecision.statut })
  const file = fileColumns(storing)
  const now = nowIso(clock)
  const { id } = await transaction
    .insertInto('media')
    .values({
      ...file,
      ...withoutDecision,
      evenementId,
      auteurId,
      nomOriginal: upload.nom,
      dureeMs: null,
      datePrise: upload.datePrise ?? now,
      dateDepot: now,
      thumbhash: null,
      consentementId: depot.consentement?.id ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Gives a media the file of an upload. The decisions stay when the bytes are those that were decided on: the hash of the
 * selected file, which also makes a duplicate, is only what the client says. The version is a new one, so that a repair
 * that found the file missing does not remove this one.
 */
async function replaceFile(transaction: Database, storing: ReadyToCommit, lost: Duplicate): Promise<void> {
  const { evenementId, utilisateurId: auteurId } = storing.upload
  const withoutDerivedFiles = {
    thumbhash: null,
    grandeAttendue: 0,
    variantesEssais: 0,
    lectureEtat: 'A_FAIRE',
  } as const
  const decisions = lost.sha256 === storing.examined.sha256 ? { statut: lost.statut } : withoutDecision
  await transaction
    .updateTable('media')
    .set((update) => ({
      ...fileColumns(storing),
      ...withoutDerivedFiles,
      ...decisions,
      version: update('version', '+', 1),
    }))
    .set({ lectureBail: null, lectureEssais: 0 })
    .where('id', '=', lost.id)
    .execute()
  await publishMediaChange(transaction, { evenementId, auteurId, statut: decisions.statut }, lost.statut)
}

/** What the row of a media says about its file. */
function fileColumns({ upload, examined }: ReadyToCommit) {
  const { sha256, crc32, crc32Masque, largeur, hauteur } = examined
  return {
    type: examined.type.startsWith('video/') ? 'VIDEO' : 'IMAGE',
    mime: examined.type,
    taille: upload.taille,
    sha256,
    sourceSha256: upload.sourceSha256,
    crc32,
    crc32Masque,
    plagesMasquees: JSON.stringify(examined.patches),
    fichier: upload.fichierTemporaire,
    largeur,
    hauteur,
    variantesEtat: 'A_FAIRE',
    variantesBail: null,
    clientUploadId: upload.clientUploadId,
  } as const
}
