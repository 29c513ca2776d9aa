import { placeOfNotifications } from '#domain/notification/notificationPlace.ts'
import type { Role } from '#domain/utilisateur/utilisateur.ts'
import type { NotificationRow } from './notification.repository.ts'

/** Notifications of a person about an event within this time form one mail and one push message (product 32). */
export const groupedOverMs = 15 * 60_000

/**
 * One line per notification of an event. Repeated ones are merged, with a count.
 * @param name title of the event, which is not repeated in the lines
 */
export function linesOf(
  notifications: readonly { readonly titre: string; readonly message: string }[],
  name: string,
): string[] {
  const counts = new Map<string, number>()
  for (const { titre, message } of notifications) {
    const line = titre === name ? message : `${withFinalMark(titre)} ${message}`
    counts.set(line, (counts.get(line) ?? 0) + 1)
  }
  return [...counts].map(([line, n]) => (n === 1 ? line : `${line} (${n} fois)`))
}

/** A title that a person wrote may end with its own mark: no colon follows it. */
function withFinalMark(titre: string): string {
  return /[.…!?:;]$/.test(titre) ? titre : `${titre} :`
}

/** The page that these notifications open. */
export function placeOf(
  notifications: readonly Pick<NotificationRow, 'type' | 'evenementId' | 'mediaId'>[],
  role: Role,
): string {
  return placeOfNotifications(
    notifications.map(({ type, evenementId, mediaId }) => ({ type, evenement_id: evenementId, media_id: mediaId })),
    role,
  )
}
