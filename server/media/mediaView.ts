import type { LectureMedia, Media } from '#domain/media/media.ts'
import { wallTime } from '../clock.ts'
import type { ActeurConnecte } from '../http/acteur.ts'
import type { MediaAvecAuteur } from './media.repository.ts'

const extensions: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'avif',
  'image/heic': 'heic',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
}

/** The file extension of a MIME type, without the dot; `bin` for an unknown one. */
export function extensionOf(mime: string): string {
  return extensions[mime] ?? 'bin'
}

/** A file name from type, id and the day in the event's time zone, without the device's name for it (product 25). */
export function neutralName(media: Pick<MediaAvecAuteur, 'id' | 'datePrise' | 'fuseau' | 'type' | 'mime'>): string {
  const day = wallTime(media.datePrise, media.fuseau).slice(0, 10)
  const word = media.type === 'VIDEO' ? 'video' : 'photo'
  return `eclats-${day}-${word}-${media.id}.${extensionOf(media.mime)}`
}

/** A media as one person may see it: `raison` for author and organiser, the original file name only for the author. */
export function mediaView(media: MediaAvecAuteur, acteur: ActeurConnecte): Media {
  const isMine = media.auteurId === acteur.id
  const seesRaison = isMine || acteur.role === 'ORGANISATEUR'
  return {
    id: media.id,
    media_id: media.id,
    evenement_id: media.evenementId,
    url: `/api/medias/${media.id}/fichier`,
    nomFichier: isMine ? media.nomOriginal : neutralName(media),
    statut: media.statut,
    raison: seesRaison ? media.raison : null,
    favori: media.favori === 1,
    couverture: media.couverture === 1,
    dateValidation: media.dateValidation,
    auteur: { id: media.auteurId, prenom: media.auteurPrenom, nom: media.auteurNom },
    datePrise: media.datePrise,
    dateDepot: media.dateDepot,
    type: media.type,
    largeur: media.largeur,
    hauteur: media.hauteur,
    taille: media.taille,
    version: media.version,
    thumbhash: media.thumbhash,
    apercu: hasPreviewFor(media, acteur),
    lecture: media.type === 'VIDEO' ? lectures[media.lectureEtat] : 'ORIGINAL',
  }
}

/** Whether a person may load a preview: that of a removed media only its organiser, while it can be restored. */
export function hasPreviewFor(
  { statut, corbeilleLe, variantesEtat }: Pick<MediaAvecAuteur, 'statut' | 'corbeilleLe' | 'variantesEtat'>,
  { role }: ActeurConnecte,
): boolean {
  const seesBytes = statut !== 'SUPPRIME' || (corbeilleLe !== null && role === 'ORGANISATEUR')
  return seesBytes && variantesEtat === 'FAITES'
}

const lectures: Readonly<Record<MediaAvecAuteur['lectureEtat'], LectureMedia>> = {
  A_FAIRE: 'EN_PREPARATION',
  FAITE: 'PRETE',
  IMPOSSIBLE: 'ORIGINAL',
  SANS_FFMPEG: 'ORIGINAL',
}
