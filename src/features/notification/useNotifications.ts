import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Notification } from '#domain/notification/notification.ts'
import { useLatest } from '#src/ui/latest/useLatest.ts'
import { toasts } from '#src/ui/toast/toastQueue.ts'
import { notificationsQuery } from './notification.queries.ts'
import { newSince, notificationToast } from './notificationToast.ts'
import { unreadWords } from './unreadWords.ts'

/** Notifications within this time are one toast. Milliseconds. */
const gatherMs = 800
/** After a toast, the next notifications are collected for this time. Milliseconds. */
const quietMs = 10_000

/** Number of unread notifications, for the bell. */
export function useUnread(): { count: number; label: string } {
  const unread = (useQuery(notificationsQuery).data ?? []).filter(({ lu }) => !lu).length
  return { count: unread, label: unreadWords(unread) }
}

interface NotificationToastOptions {
  /** The notifications are on screen already: show no toast. */
  readonly isShown: boolean
  readonly onOpen: (news: readonly Notification[]) => void
}

/** Shows a toast for new notifications while the app is open; rate-limited to one toast at a time. */
export function useNotificationToasts({ isShown, onOpen }: NotificationToastOptions): void {
  const { data, dataUpdatedAt } = useQuery(notificationsQuery)
  const [openedAt] = useState(() => Date.now())
  const known = useRef<number | null>(null)
  const gathered = useRef<readonly Notification[]>([])
  const quietUntil = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useLatest({ isShown, onOpen, data })
  useEffect(() => {
    // Data from the persisted cache and the server's first answer are not new.
    if (data === undefined || dataUpdatedAt < openedAt) return
    const before = known.current
    known.current = Math.max(before ?? 0, ...data.map(({ id }) => id))
    if (before === null || latest.current.isShown || document.visibilityState === 'hidden') return
    gathered.current = [...gathered.current, ...newSince(data, before)]
    if (gathered.current.length === 0) return
    clearTimeout(timer.current)
    timer.current = setTimeout(
      () => {
        // The person may have opened the panel or read some since.
        const read = new Set((latest.current.data ?? []).flatMap(({ id, lu }) => (lu ? [id] : [])))
        const news = latest.current.isShown ? [] : gathered.current.filter(({ id }) => !read.has(id))
        gathered.current = []
        if (news.length === 0) return
        quietUntil.current = Date.now() + quietMs
        toasts.show({
          type: 'info',
          ...notificationToast(news),
          action: { label: 'Voir', run: () => latest.current.onOpen(news) },
        })
      },
      Math.max(gatherMs, quietUntil.current - Date.now()),
    )
  }, [data, dataUpdatedAt, openedAt, latest])
  useEffect(() => () => clearTimeout(timer.current), [])
}
