import * as v from 'valibot'
import { dateIso, id } from '#domain/contract/fields.ts'
import { type StatutMedia, typesMedia } from '#domain/media/media.ts'
import { cutText } from '#domain/texte/cutText.ts'
import { nomComplet } from '#domain/utilisateur/nomComplet.ts'

/** Which media of an event are downloaded: the album, the organiser's favourites, all but the rejected, one's own. */
export const choixAlbum = ['VALIDES', 'FAVORIS', 'TOUS', 'MIENS'] as const
export type ChoixAlbum = (typeof choixAlbum)[number]

/** Maximum number of files for the share sheet; larger albums are offered as a ZIP only. */
export const partageMax = 200

const lot = { nombre: v.number(), octets: v.number() }

/** Content of one choice; `octets` is the size of the media without the archive's own bytes. */
export const offreAlbumSchema = v.object({
  choix: v.picklist(choixAlbum),
  ...lot,
  /** Number of media that only their author can download, because no parser could remove their location. */
  absents: v.number(),
  /** Media added since the person's last download of this choice, and its date; null before the first download. */
  nouveautes: v.nullable(v.object({ depuis: dateIso, ...lot })),
})
export type OffreAlbum = v.InferOutput<typeof offreAlbumSchema>

export const lienAlbumSchema = v.object({
  /** Address of the ZIP on this origin. */
  adresse: v.string(),
  expire: dateIso,
  nombre: v.number(),
  /** Exact length of the ZIP. */
  octets: v.number(),
  /** Number of media missing in the ZIP. */
  absents: v.number(),
  /** The same media one by one, for a phone's own gallery; null when they are too many for that. */
  fichiers: v.nullable(
    v.array(v.object({ id, nom: v.string(), mime: v.string(), type: v.picklist(typesMedia), taille: v.number() })),
  ),
})
export type LienAlbum = v.InferOutput<typeof lienAlbumSchema>

interface MediaChoisi {
  readonly statut: StatutMedia
  readonly favori: boolean
  readonly auteurId: number
}

/** Whether a media belongs to a choice of this person, who may make that choice. */
export function isInAlbum(choix: ChoixAlbum, media: MediaChoisi, utilisateurId: number): boolean {
  if (choix === 'MIENS') return media.auteurId === utilisateurId && media.statut !== 'SUPPRIME'
  if (media.statut === 'VALIDE') return choix !== 'FAVORIS' || media.favori
  return media.statut === 'EN_ATTENTE' && (choix === 'TOUS' || (choix === 'FAVORIS' && media.favori))
}

/** A text as a part of a file name: without characters that a file system reserves. */
export function nomDeFichier(text: string): string {
  const plain = text.normalize('NFC').replaceAll(/[\\/:*?"<>|\p{C}]/gu, ' ')
  return plain.replaceAll(/\s+/g, ' ').trim()
}

const nameLength = 60

/**
 * A file's name: when and by whom it was taken, and the media's own number. The number makes it unique, and the same in
 * every archive: unpacking a new archive beside an old one replaces nothing.
 * @param prise the local time, `2026-06-14 18:30:05`
 */
export function nomDansAlbum(media: {
  prise: string
  prenom: string
  nom: string
  id: number
  extension: string
}): string {
  const { prise, prenom, nom, extension } = media
  const author = cutText(nomDeFichier(nomComplet({ prenom, nom })), nameLength).trim()
  const number = String(media.id).padStart(3, '0')
  return `${prise.slice(0, 10)} ${prise.slice(11, 13)}h${prise.slice(14, 16)} ${author} ${number}.${extension}`
}
