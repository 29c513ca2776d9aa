import * as v from 'valibot'
import { id } from '#domain/contract/fields.ts'

/** The secret of the mailed link. */
export const fusionBodySchema = v.object({ token: v.pipe(v.string(), v.maxLength(100)) })

/** What a guest would bring into an account, for the owner of its address to recognise. */
export const fusionSchema = v.object({
  /** First name of the guest, without the number of a namesake. */
  prenom: v.string(),
  /** Address of the account. */
  email: v.string(),
  evenement: v.object({ id, titre: v.string() }),
  /** Number of photos and videos that the service has received and that are not removed. */
  medias: v.number(),
})
export type Fusion = v.InferOutput<typeof fusionSchema>
