import * as v from 'valibot'
import { dateIso, id } from '#domain/contract/fields.ts'

/** What a notification tells of (product 32). */
export const typesNotification = [
  'MEDIA_VALIDE',
  'MEDIA_REJETE',
  'INVITATION',
  'INSCRIPTION',
  'EVENEMENT',
  'RECOMPENSE',
] as const
export type TypeNotification = (typeof typesNotification)[number]

export const notificationSchema = v.object({
  id,
  type: v.picklist(typesNotification),
  titre: v.string(),
  message: v.string(),
  lu: v.boolean(),
  dateCreation: dateIso,
})
