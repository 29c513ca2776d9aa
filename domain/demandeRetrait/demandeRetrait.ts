import * as v from 'valibot'
import { dateIso, id } from '#domain/contract/fields.ts'
import { mediaSchema } from '#domain/media/media.ts'
import { personneSchema } from '#domain/utilisateur/utilisateur.ts'

export const statutsDemandeRetrait = ['EN_ATTENTE', 'ACCEPTEE', 'REFUSEE'] as const
export type StatutDemandeRetrait = (typeof statutsDemandeRetrait)[number]

/** Reason of a removal request, trimmed. Optional: absent and empty are equivalent. */
export const motifRetraitSchema = v.optional(
  v.pipe(v.string(), v.trim(), v.maxLength(500, 'Le motif ne peut pas dépasser 500 caractères')),
  '',
)

/** What the author reads while a media is hidden because of a request. It names no person. */
export const raisonRetrait = 'Une personne visible sur ce média a demandé son retrait.'

/** A removal request in the answer to its requester. */
export const demandeRetraitSchema = v.object({
  id,
  media_id: id,
  /** Empty when the person gave none. */
  motif: v.string(),
  /** The requester declared that the media shows a minor. Absent in answers stored by older versions of the app. */
  mineur: v.optional(v.boolean(), false),
  statut: v.picklist(statutsDemandeRetrait),
  creeLe: dateIso,
})
export type DemandeRetrait = v.InferOutput<typeof demandeRetraitSchema>

/** A removal request in the organiser's list. */
export const demandeRetraitRecueSchema = v.object({
  ...demandeRetraitSchema.entries,
  decideLe: v.nullable(dateIso),
  /** Null once the account is erased. */
  demandeur: v.nullable(personneSchema),
  media: mediaSchema,
})
export type DemandeRetraitRecue = v.InferOutput<typeof demandeRetraitRecueSchema>
