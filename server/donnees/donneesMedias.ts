import { unpackIds } from '../album/idList.ts'
import type { Database } from '../database/database.ts'

/** The part of a person's data that concerns media. */
export async function collectMedias(database: Database, id: number) {
  const medias = await database
    .selectFrom('media')
    .innerJoin('evenement', 'evenement.id', 'media.evenementId')
    .select(['media.id', 'evenementId', 'evenement.titre as evenement', 'type', 'mime', 'taille', 'sha256'])
    .select(['sourceSha256', 'nomOriginal', 'media.statut', 'raison', 'favori', 'media.version', 'largeur', 'hauteur'])
    .select(['dureeMs', 'datePrise', 'dateDepot', 'dateValidation', 'consentementId', 'clientUploadId', 'corbeilleLe'])
    .where('auteurId', '=', id)
    .orderBy('media.id')
    .execute()
  const envois = await database
    .selectFrom('upload')
    .select(['id', 'clientUploadId', 'evenementId', 'nom', 'mime', 'taille', 'decalage', 'etat', 'datePrise'])
    .select(['sha256', 'sourceSha256', 'mediaId', 'creeLe', 'toucheLe', 'erreurCode'])
    .where('utilisateurId', '=', id)
    .orderBy('creeLe')
    .orderBy('id')
    .execute()
  const decisions = await database
    .selectFrom('media')
    .select(['id as mediaId', 'evenementId', 'statut', 'raison', 'dateValidation'])
    .where('decideParId', '=', id)
    .where('auteurId', '<>', id)
    .orderBy('id')
    .execute()
  const albums = await database
    .selectFrom('albumRecu')
    .select(['evenementId', 'choix', 'medias', 'depuis'])
    .where('utilisateurId', '=', id)
    .orderBy('id')
    .execute()
  return {
    medias: Array.from(medias, (media) => ({ ...media, favori: media.favori === 1 })),
    envois,
    decisions,
    albumsTelecharges: Array.from(albums, (row) => ({ ...row, medias: unpackIds(row.medias) })),
  }
}

/** The file of a media for an export. */
export interface Original {
  readonly id: number
  readonly fichier: string
  readonly taille: number
  readonly crc32: number
  readonly nomOriginal: string
  readonly dateDepot: string
  /** Time zone of its event. */
  readonly fuseau: string
}

/** The files of a person's media that are not removed. */
export function findOriginaux(database: Database, id: number): Promise<Original[]> {
  return database
    .selectFrom('media')
    .innerJoin('evenement', 'evenement.id', 'media.evenementId')
    .select(['media.id', 'fichier', 'taille', 'crc32', 'nomOriginal', 'dateDepot', 'fuseau'])
    .where('auteurId', '=', id)
    .where('media.statut', '<>', 'SUPPRIME')
    .orderBy('media.id')
    .execute()
}
