import type { Generated, Selectable } from 'kysely'
import type { StatutMedia, TypeMedia } from '#domain/media/media.ts'

/** A credential narrower than a session: one person, one event, one scope. */
export interface UploadGrantTable {
  id: Generated<number>
  tokenHash: string
  utilisateurId: number
  evenementId: number
  portee: 'upload' | 'moderation'
  /** jti of the session that created it: logging out of that session revokes it. */
  sessionId: string | null
  creeLe: string
  expire: string
  revoqueLe: string | null
  /** The guest of before a fusion: the grant reaches only the uploads that this guest had announced. */
  inviteId: Generated<number | null>
}

export interface UploadTable {
  id: string
  clientUploadId: string
  utilisateurId: number
  evenementId: number
  /** Announced length in bytes. */
  taille: number
  /** Number of durable bytes. */
  decalage: number
  etat: 'OUVERT' | 'COMMIT' | 'FAIT' | 'ANNULE' | 'REFUSE'
  fichierTemporaire: string
  /** What the storage needs to continue the file; null when it needs nothing. */
  reception: Generated<string | null>
  nom: string
  mime: string
  datePrise: string | null
  sha256: string | null
  sourceSha256: string | null
  mediaId: number | null
  /** Fencing number: a write with an outdated number changes nothing. */
  barriere: Generated<number>
  creeLe: string
  toucheLe: string
  erreurCode: string | null
  /** Upload-Metadata of the creation, unchanged (tus 1.0, "HEAD"). */
  metadonnees: Generated<string | null>
  /** Commit attempts since the last one that ended while the process was alive. */
  commitAttempts: Generated<number>
  /** The guest who announced it, before a fusion gave it to an account. */
  inviteId: Generated<number | null>
}
export type UploadRow = Selectable<UploadTable>

export interface MediaTable {
  id: Generated<number>
  evenementId: number
  auteurId: number
  type: TypeMedia
  mime: string
  taille: number
  sha256: string
  /** SHA-256 of the selected file, before compression on the client. */
  sourceSha256: string | null
  crc32: number
  /** CRC-32 of the blanked file that others get. */
  crc32Masque: number
  /** JSON: byte ranges blanked for all people but the author (product 25). */
  plagesMasquees: string
  fichier: string
  nomOriginal: string
  statut: StatutMedia
  raison: string | null
  favori: 0 | 1
  version: Generated<number>
  largeur: number | null
  hauteur: number | null
  dureeMs: number | null
  datePrise: string
  dateDepot: string
  dateValidation: string | null
  decideParId: number | null
  thumbhash: string | null
  /** Of the first variants: the thumbnail, and for other files than JPEG the large one too. */
  variantesEtat: 'A_FAIRE' | 'EN_COURS' | 'FAITES' | 'IMPOSSIBLES'
  /** 1 while the large variant of a JPEG is left to make. */
  grandeAttendue: Generated<0 | 1>
  /** End of the lease of the process that makes the variants. */
  variantesBail: string | null
  /** How often variants were begun since they were last made. */
  variantesEssais: Generated<number>
  /** Of the variant that plays in every browser; of no meaning for a photo. `SANS_FFMPEG`: the server had no ffmpeg. */
  lectureEtat: Generated<'A_FAIRE' | 'FAITE' | 'IMPOSSIBLE' | 'SANS_FFMPEG'>
  lectureBail: Generated<string | null>
  lectureEssais: Generated<number>
  /** The consent that was active at the deposit (product 29). */
  consentementId: number | null
  clientUploadId: string | null
  /** When the organiser moved it into the bin, where it can be restored; null once SUPPRIME is final. */
  corbeilleLe: Generated<string | null>
  /** The statut before it went into the bin. */
  statutAvant: Generated<StatutMedia | null>
  raisonAvant: Generated<string | null>
  /** The statut before a removal request last hid it. */
  statutAvantMasque: Generated<StatutMedia | null>
  /** 1: the organiser chose it as the cover of the event. */
  couverture: Generated<0 | 1>
}
export type MediaRow = Selectable<MediaTable>

/** Files for the sweeper to delete; inserted in the transaction that removes their row. */
export interface FichierASupprimerTable {
  fichier: string
  depuis: string
}

/** A request to remove a photo, by a person shown on it. */
export interface DemandeRetraitTable {
  id: Generated<number>
  mediaId: number
  demandeurId: number | null
  motif: string
  mineur: Generated<0 | 1>
  statut: 'EN_ATTENTE' | 'ACCEPTEE' | 'REFUSEE'
  creeLe: string
  decideLe: string | null
}
