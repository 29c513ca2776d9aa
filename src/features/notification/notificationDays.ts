import type { Notification } from '#domain/notification/notification.ts'
import { formatDayName } from '#src/ui/text/dates.ts'

export interface NotificationDay {
  readonly title: string
  readonly notifications: readonly Notification[]
}

/** Notifications by day, in their order. @param now milliseconds since 1970 */
export function byDay(notifications: readonly Notification[], now: number): readonly NotificationDay[] {
  const days = Map.groupBy(notifications, ({ dateCreation }) => formatDayName(dateCreation, now))
  return [...days].map(([title, ofDay]) => ({ title, notifications: ofDay }))
}
