import type { Notification } from '#domain/notification/notification.ts'
import { cutText } from '#domain/texte/cutText.ts'
import type { ToastInput } from '#src/ui/toast/toastQueue.ts'
import { count } from '#src/ui/text/quantities.ts'

/** Unread notifications newer than the newest known one. @param known its id */
export function newSince(notifications: readonly Notification[], known: number): readonly Notification[] {
  return notifications.filter(({ id, lu }) => id > known && !lu)
}

/** Characters of a message that a toast shows: a longer one would cover a phone's screen. */
const messageMax = 120

/** Whether only the list has the whole text: a toast shortens it, and the event's page has no messages. */
export function isReadInList({ type, message }: Notification): boolean {
  return type === 'EVENEMENT' && message.length > messageMax
}

/** One toast for all new notifications: the start of the single message, or their number and types. */
export function notificationToast(news: readonly Notification[]): Pick<ToastInput, 'title' | 'message'> {
  const [first] = news
  if (first && news.length === 1) {
    const { titre, message } = first
    const isLong = message.length > messageMax
    return { title: titre, message: isLong ? `${cutText(message, messageMax - 1).trimEnd()}…` : message }
  }
  const titles = [...new Set(news.map(({ titre }) => titre))]
  const rest = titles.length - 2
  const named = titles.slice(0, 2).join(', ')
  return {
    title: count(news.length, 'nouvelle notification', 'nouvelles notifications'),
    message: rest > 0 ? `${named}, et ${count(rest, 'autre', 'autres')}` : named,
  }
}
