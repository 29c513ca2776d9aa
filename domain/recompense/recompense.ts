import * as v from 'valibot'
import { dateIso, id } from '#domain/contract/fields.ts'
import { personneSchema } from '#domain/utilisateur/utilisateur.ts'

/** A reward from an organiser to a participant of an event (product 19). */
export const recompenseSchema = v.object({
  id,
  evenement_id: id,
  titre: v.string(),
  message: v.string(),
  dateCreation: dateIso,
})
export type Recompense = v.InferOutput<typeof recompenseSchema>

/** A reward in the list of given rewards: event, recipient, organiser. */
export const recompenseDonneeSchema = v.object({
  ...recompenseSchema.entries,
  evenement: v.object({ id, titre: v.string() }),
  utilisateur: personneSchema,
  organisateur: personneSchema,
})
export type RecompenseDonnee = v.InferOutput<typeof recompenseDonneeSchema>
