import type { Generated, Selectable } from 'kysely'
import type { StatutMedia, TypeMedia } from '#domain/media/media.ts'

/** A credential narrower than a session: one person, one event, one scope (upload, "Credential"). */
export interface UploadGrantTable {
  id: Generated<number>
  tokenHash: string
  utilisateurId: number
  evenementId: number
  portee: 'upload' | 'moderation'
  /** jti of the session that asked for it: logging out of that session revokes it. */
  sessionId: string | null
  creeLe: string
  expire: string
  revoqueLe: string | null
}

export interface UploadTable {
  id: string
  clientUploadId: string
  utilisateurId: number
  evenementId: number
  /** Announced length in bytes. */
  taille: number
  /** Bytes that are durable. */
  decalage: number
  etat: 'OUVERT' | 'COMMIT' | 'FAIT' | 'ANNULE' | 'REFUSE'
  fichierTemporaire: string
  nom: string
  mime: string
  datePrise: string | null
  sha256: string | null
  sourceSha256: string | null
  mediaId: number | null
  /** Fencing number: a writer that does not hold the current one writes nothing. */
  barriere: Generated<number>
  creeLe: string
  toucheLe: string
  erreurCode: string | null
  /** Upload-Metadata of its creation, to the letter (tus 1.0, "HEAD"). */
  metadonnees: Generated<string | null>
  /** Commits begun since one last ended in a living process. */
  commitAttempts: Generated<number>
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
  /** Of the file that was picked, before any compression on the phone. */
  sourceSha256: string | null
  crc32: number
  /** Of the bytes as others get them, location blanked. */
  crc32Masque: number
  /** JSON: byte ranges blanked for everybody but the author (product 25). */
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
  variantesEtat: 'A_FAIRE' | 'EN_COURS' | 'FAITES' | 'IMPOSSIBLES'
  /** Until when the process that makes the variants may take. */
  variantesBail: string | null
  /** The consent it was sent under (product 29). */
  consentementId: number | null
  clientUploadId: string | null
  /** When the organiser put it into the bin, from where it can be restored; null once SUPPRIME is final. */
  corbeilleLe: Generated<string | null>
  /** What it was before it went into the bin. */
  statutAvant: Generated<StatutMedia | null>
  raisonAvant: Generated<string | null>
  /** 1: the organiser chose it as the cover of its event. */
  couverture: Generated<0 | 1>
}
export type MediaRow = Selectable<MediaTable>

/** Files the sweeper erases; written in the transaction that drops their row. */
export interface FichierASupprimerTable {
  fichier: string
  depuis: string
}

/** A person shown on a photo asks for it to be taken away. */
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
