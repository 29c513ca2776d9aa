import * as v from 'valibot'
import { id } from '#domain/contract/fields.ts'

/** Topics of the live stream. */
export const sujetsLive = ['notification', 'media', 'inscription'] as const

/** One event of the live stream: which list to refetch. It contains no data of the list. */
export const evenementLiveSchema = v.object({
  sujet: v.picklist(sujetsLive),
  /** The event whose media or registrations changed; null for a notification. */
  evenement_id: v.nullable(id),
})
export type EvenementLive = v.InferOutput<typeof evenementLiveSchema>
