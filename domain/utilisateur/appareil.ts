import * as v from 'valibot'
import { dateIso } from '#domain/contract/fields.ts'

/** One device where the signed-in person is signed in. */
export const appareilSchema = v.object({
  id: v.string(),
  /** Browser and system as text. */
  nom: v.string(),
  dateConnexion: dateIso,
  /** Rounded to a quarter of an hour. */
  derniereActivite: dateIso,
  /** Whether the call came from it. */
  estActuel: v.boolean(),
})
export type AppareilConnecte = v.InferOutput<typeof appareilSchema>
