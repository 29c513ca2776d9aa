import { Bell as BellIcon } from 'lucide-react'
import icon from '#src/ui/button/IconButton.module.css'
import { IconButton } from '#src/ui/button/IconButton.tsx'
import type { Notifications } from './shellParts.ts'
import css from './NavEntry.module.css'

/** The bell in the top bar on a phone, with the number of unread notifications. */
export function Bell({ notifications }: { notifications: Notifications }) {
  const { count, panelId } = notifications
  return (
    <IconButton name={nameOf(notifications)} popoverTarget={panelId}>
      <BellIcon />
      {count > 0 && (
        <span className={icon.iconButtonCount} aria-hidden="true">
          {capped(count)}
        </span>
      )}
    </IconButton>
  )
}

/** The bell at the bottom of the rail. */
export function RailBell({ notifications }: { notifications: Notifications }) {
  const { count, panelId } = notifications
  return (
    <button className={css.entry} type="button" popoverTarget={panelId}>
      <BellIcon />
      <span aria-hidden="true">Notifications</span>
      {count > 0 && (
        <span className={css.count} aria-hidden="true">
          {capped(count)}
        </span>
      )}
      <span className="visually-hidden">{nameOf(notifications)}</span>
    </button>
  )
}

function nameOf({ count, label }: Notifications): string {
  return count > 0 ? `Notifications, ${label}` : 'Notifications'
}

function capped(count: number): string {
  return count > 99 ? '99+' : String(count)
}
