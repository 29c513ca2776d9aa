import * as v from 'valibot'
import { dateIso, id } from '#domain/contract/fields.ts'
import { type StatutMedia, typesMedia } from '#domain/media/media.ts'

/** What of an event's media is taken home: the album, the organiser's favourites, all but the rejected, one's own. */
export const choixAlbum = ['VALIDES', 'FAVORIS', 'TOUS', 'MIENS'] as const
export type ChoixAlbum = (typeof choixAlbum)[number]

/** More of them than this are no matter for a phone's own gallery: then there is the ZIP alone. */
export const partageMax = 200

const lot = { nombre: v.number(), octets: v.number() }

/** What one choice would bring; octets are those of the media, without the archive around them. */
export const offreAlbumSchema = v.object({
  choix: v.picklist(choixAlbum),
  ...lot,
  /** Those that stay with their author: nobody can vouch that they say nothing of a place. */
  absents: v.number(),
  /** What came since the person last took this choice home, and when that was; null when they never did. */
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
  /** Media that could not be put into it. */
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

/** A text as a part of a file's name: without what some system takes for something else. */
export function nomDeFichier(text: string): string {
  const plain = text.normalize('NFC').replaceAll(/[\\/:*?"<>|\p{C}]/gu, ' ')
  return plain.replaceAll(/\s+/g, ' ').trim()
}

const nameLength = 60

/**
 * A file's name: when and by whom it was taken, and the media's own number. The number makes it unique, and the same in
 * every archive: unpacking the new ones beside the old ones replaces nothing. No system stumbles over it.
 * @param prise the instant on the wall, `2026-06-14 18:30:05`
 */
export function nomDansAlbum(media: {
  prise: string
  prenom: string
  nom: string
  id: number
  extension: string
}): string {
  const { prise, prenom, nom, extension } = media
  // A letter of two halves is not cut in the middle.
  const author = nomDeFichier(`${prenom} ${nom}`)
    .slice(0, nameLength)
    .replace(/\p{Cs}$/u, '')
    .trim()
  const number = String(media.id).padStart(3, '0')
  return `${prise.slice(0, 10)} ${prise.slice(11, 13)}h${prise.slice(14, 16)} ${author} ${number}.${extension}`
}
