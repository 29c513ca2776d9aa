import { notificationPlace } from '#domain/notification/notificationPlace.ts'
import type { Notification } from '#domain/notification/notification.ts'
import type { Role } from '#domain/utilisateur/utilisateur.ts'
import { useNow } from '#src/ui/now/useNow.ts'
import { classNames } from '#src/ui/text/classNames.ts'
import { NotificationRow } from './NotificationRow.tsx'
import { useMarkRead } from './notification.queries.ts'
import css from './Notifications.module.css'

interface Props {
  notifications: readonly Notification[]
  role: Role
  className?: string | undefined
}

/** Some notifications, each leading to its screen. */
export function NotificationList({ notifications, role, className }: Props) {
  const now = useNow()
  const { mutate: markRead } = useMarkRead()
  return (
    <ul className={classNames(css.list, className)}>
      {notifications.map((notification) => (
        <NotificationRow
          key={notification.id}
          notification={notification}
          to={notificationPlace(notification, role)}
          now={now}
          onRead={() => markRead(notification.id)}
        />
      ))}
    </ul>
  )
}
