import type { Notification } from '#domain/notification/notification.ts'
import { count } from '#src/ui/text/quantities.ts'

/** Equal notifications about the same event, the latest first. */
export interface NotificationGroup {
  readonly first: Notification
  readonly all: readonly Notification[]
}

/**
 * Groups equal notifications about one event: thirty validated photos are one row. Read and unread ones are separate
 * groups, and each group has the position of its latest notification.
 */
export function grouped(notifications: readonly Notification[]): readonly NotificationGroup[] {
  const groups = Map.groupBy(notifications, ({ type, evenement_id, titre, message, lu }) =>
    JSON.stringify([type, evenement_id, titre, message, lu]),
  )
  return [...groups.values()].flatMap((all) => (all[0] ? [{ first: all[0], all }] : []))
}

/** "Média validé", "3 médias validés"; for other types the title with its count. */
export function groupTitle({ first, all }: NotificationGroup): string {
  if (all.length === 1) return first.titre
  if (first.type === 'MEDIA_VALIDE') return count(all.length, 'média validé', 'médias validés')
  return `${first.titre} (${all.length})`
}

export function groupMessage({ first, all }: NotificationGroup): string {
  return all.length > 1 && first.type === 'MEDIA_VALIDE' ? "Vos médias sont visibles dans l'album." : first.message
}

/** Up to three different media of a group, the latest first. */
export function picturesOf({ all }: NotificationGroup): readonly { mediaId: number; evenementId: number }[] {
  // Lists persisted by older versions have no media ids.
  const pictures = all.flatMap(({ media_id: mediaId, evenement_id: evenementId }) =>
    mediaId == null || evenementId === null ? [] : [{ mediaId, evenementId }],
  )
  return [...new Map(pictures.map((picture) => [picture.mediaId, picture])).values()].slice(0, 3)
}
