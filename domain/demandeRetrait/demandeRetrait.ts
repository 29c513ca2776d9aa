import * as v from 'valibot'
import { dateIso, id } from '#domain/contract/fields.ts'
import { mediaSchema } from '#domain/media/media.ts'
import { personneSchema } from '#domain/utilisateur/utilisateur.ts'

export const statutsDemandeRetrait = ['EN_ATTENTE', 'ACCEPTEE', 'REFUSEE'] as const
export type StatutDemandeRetrait = (typeof statutsDemandeRetrait)[number]

/** Why a person asks to remove a media that shows them; trimmed. Optional: absent and empty are the same. */
export const motifRetraitSchema = v.optional(
  v.pipe(v.string(), v.trim(), v.maxLength(500, 'Le motif ne peut pas dépasser 500 caractères')),
  '',
)

/** What the author reads while a media is hidden because of a request. It names no person. */
export const raisonRetrait = 'Une personne visible sur ce média a demandé son retrait.'

/** A request as the person who made it gets it back. */
export const demandeRetraitSchema = v.object({
  id,
  media_id: id,
  /** Empty when the person gave none. */
  motif: v.string(),
  /** The person said that a minor is on the media. Absent in answers kept by older apps. */
  mineur: v.optional(v.boolean(), false),
  statut: v.picklist(statutsDemandeRetrait),
  creeLe: dateIso,
})
export type DemandeRetrait = v.InferOutput<typeof demandeRetraitSchema>

/** The same as the organiser reads it. */
export const demandeRetraitRecueSchema = v.object({
  ...demandeRetraitSchema.entries,
  decideLe: v.nullable(dateIso),
  /** Null once the account is erased. */
  demandeur: v.nullable(personneSchema),
  media: mediaSchema,
})
export type DemandeRetraitRecue = v.InferOutput<typeof demandeRetraitRecueSchema>
