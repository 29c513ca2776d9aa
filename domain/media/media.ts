import * as v from 'valibot'
import type { Label } from '#domain/texte/tone.ts'
import { dateIso, id } from '#domain/contract/fields.ts'
import { personneSchema } from '#domain/utilisateur/utilisateur.ts'

export const statutsMedia = ['VALIDE', 'EN_ATTENTE', 'SUPPRIME', 'REJETE'] as const
export type StatutMedia = (typeof statutsMedia)[number]

/** An unknown statut is treated as pending (specification, section 3). */
export const statutMediaSchema = v.fallback(v.picklist(statutsMedia), 'EN_ATTENTE')
export const statutMediaLabels: Record<StatutMedia, Label> = {
  VALIDE: { label: 'Validé', tone: 'green' },
  EN_ATTENTE: { label: 'En attente', tone: 'amber' },
  SUPPRIME: { label: 'Supprimé', tone: 'gray' },
  REJETE: { label: 'Rejeté', tone: 'red' },
}
/** The same after the words photo and vidéo, which are feminine. */
export const statutMediaWords: Readonly<Record<StatutMedia, string>> = {
  VALIDE: 'validée',
  EN_ATTENTE: 'en attente',
  SUPPRIME: 'supprimée',
  REJETE: 'rejetée',
}

export const typesMedia = ['IMAGE', 'VIDEO', 'DOCUMENT'] as const
export type TypeMedia = (typeof typesMedia)[number]
export const typeMediaLabels: Record<TypeMedia, string> = { IMAGE: 'Photo', VIDEO: 'Vidéo', DOCUMENT: 'Document' }

/** What can be played of a video: its original, nothing yet, or its film, which plays in every browser. */
export const lecturesMedia = ['ORIGINAL', 'EN_PREPARATION', 'PRETE'] as const
export type LectureMedia = (typeof lecturesMedia)[number]

export const mediaSchema = v.object({
  id,
  media_id: id,
  evenement_id: id,
  /** Relative to the origin; the gallery's signature is appended as `s`. */
  url: v.string(),
  nomFichier: v.string(),
  statut: statutMediaSchema,
  /** Reason of the rejection; only for the author and the organiser. */
  raison: v.nullable(v.string()),
  favori: v.boolean(),
  /** Whether the organiser chose it as the cover of its event. */
  couverture: v.boolean(),
  dateValidation: v.nullable(dateIso),
  auteur: personneSchema,
  datePrise: dateIso,
  dateDepot: dateIso,
  type: v.picklist(typesMedia),
  largeur: v.nullable(v.number()),
  hauteur: v.nullable(v.number()),
  /** Bytes of the original. */
  taille: v.number(),
  /** Increased by each decision; a decision names the version that it saw (If-Match). */
  version: v.number(),
  /** About 25 bytes in base64 that paint a blurred preview; null until the variants are made. */
  thumbhash: v.nullable(v.string()),
  /** Whether a preview can be shown; false while it is being made or when the file cannot be decoded. */
  apercu: v.boolean(),
  /** Which file of a video plays. A photo, and a value that this version does not know, count as ORIGINAL. */
  lecture: v.fallback(v.picklist(lecturesMedia), 'ORIGINAL'),
})
export type Media = v.InferOutput<typeof mediaSchema>

/** Reasons offered under the keys 1 to 9 of the review desk; the last one opens a free text field. */
export const raisonsRejet = [
  'Photo floue',
  'Doublon',
  'Hors sujet',
  'Trop sombre',
  'Personne non consentante',
  'Contenu déplacé',
  "Capture d'écran",
  'Mauvais événement',
] as const

export const raisonRejetSchema = v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(500))

/** How long a media that its organiser removed can be restored, in days (product 22). */
export const corbeilleDays = 30

/** A media in the bin of its event. */
export const mediaCorbeilleSchema = v.object({
  media: mediaSchema,
  /** The statut that a restore sets. */
  statutAvant: statutMediaSchema,
  supprimeLe: dateIso,
  /** When it is erased irreversibly. */
  effaceLe: dateIso,
})
export type MediaCorbeille = v.InferOutput<typeof mediaCorbeilleSchema>

/** An organiser's decisions: VALIDE and REJETE in any order; SUPPRIME ends by restoring or erasure (product 22). */
export function nextStatutsMedia(statut: StatutMedia): readonly StatutMedia[] {
  if (statut === 'SUPPRIME') return []
  return statutsMedia.filter((next) => next !== statut && next !== 'EN_ATTENTE')
}
