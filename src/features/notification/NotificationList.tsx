import { notificationPlace, placeOfNotifications } from '#domain/notification/notificationPlace.ts'
import type { Notification } from '#domain/notification/notification.ts'
import type { Role } from '#domain/utilisateur/utilisateur.ts'
import { useServerNow } from '#src/api/useServerNow.ts'
import { classNames } from '#src/ui/text/classNames.ts'
import { grouped, type NotificationGroup } from './notificationGroups.ts'
import { NotificationRow } from './NotificationRow.tsx'
import { useMarkRead } from './notification.queries.ts'
import css from './Notifications.module.css'

interface Props {
  notifications: readonly Notification[]
  role: Role
  className?: string | undefined
}

/** A list of notifications, equal ones grouped in one row; each row links to its page. */
export function NotificationList({ notifications, role, className }: Props) {
  const now = useServerNow()
  const { mutate: markRead } = useMarkRead()
  return (
    <ul className={classNames(css.list, className)}>
      {grouped(notifications).map((group) => (
        <NotificationRow
          key={group.first.id}
          group={group}
          to={rowPlace(group, role)}
          now={now}
          onRead={() => markRead(group.all.map(({ id }) => id))}
        />
      ))}
    </ul>
  )
}

/** Null when the target no longer exists. */
function rowPlace({ first, all }: NotificationGroup, role: Role): string | null {
  return notificationPlace(first, role) === null ? null : placeOfNotifications(all, role)
}
