import * as v from 'valibot'
import { dateIso, id } from '#domain/contract/fields.ts'

/** What a notification is about (product 32). */
export const typesNotification = [
  'MEDIA_VALIDE',
  'MEDIA_REJETE',
  'MEDIA_MIS_DE_COTE',
  'INVITATION',
  'INSCRIPTION',
  'EVENEMENT',
  'RECOMPENSE',
  'RETRAIT',
  'CONSENTEMENT',
] as const
export type TypeNotification = (typeof typesNotification)[number]

export const notificationSchema = v.object({
  id,
  type: v.picklist(typesNotification),
  titre: v.string(),
  message: v.string(),
  /** Where it leads; null once the event is gone. */
  evenement_id: v.nullable(id),
  /** The event's title, by which notifications are grouped. */
  evenement_titre: v.optional(v.nullable(v.string()), null),
  /** The media it is about; null when there is none or it is no longer visible. */
  media_id: v.optional(v.nullable(id), null),
  lu: v.boolean(),
  dateCreation: dateIso,
})
export type Notification = v.InferOutput<typeof notificationSchema>

/** A title and a text that an organiser sends to one person or to all; trimmed, neither empty. */
export const messageInputSchema = v.object({
  titre: v.pipe(
    v.string('Le titre est obligatoire'),
    v.trim(),
    v.nonEmpty('Le titre est obligatoire'),
    v.maxLength(120, 'Le titre ne peut pas dépasser 120 caractères'),
  ),
  message: v.pipe(
    v.string('Le message est obligatoire'),
    v.trim(),
    v.nonEmpty('Le message est obligatoire'),
    v.maxLength(1000, 'Le message ne peut pas dépasser 1 000 caractères'),
  ),
})

/** A message as its form sends it. */
export const messageSentSchema = v.object({
  ...messageInputSchema.entries,
  /** Random, the same until the message is sent: the same message with the same key is sent once. Older pages have none. */
  cle: v.optional(v.pipe(v.string(), v.uuid())),
})
export type MessageSent = v.InferOutput<typeof messageSentSchema>
