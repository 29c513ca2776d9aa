import * as v from 'valibot'
import { dateIso, id } from '#domain/contract/fields.ts'

/** An organiser's thanks to a person of an event (product 19). */
export const recompenseSchema = v.object({
  id,
  evenement_id: id,
  titre: v.string(),
  message: v.string(),
  dateCreation: dateIso,
})
export type Recompense = v.InferOutput<typeof recompenseSchema>
