import { useMutation, useQueryClient } from '@tanstack/react-query'
import { notificationEndpoints } from '#domain/notification/notification.endpoints.ts'
import { type Notification, notificationSchema } from '#domain/notification/notification.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { sentenceOr } from '#src/api/apiError.ts'
import { call, callRaw } from '#src/api/client.ts'
import { parseEntries, validEntries } from '#src/api/entries.ts'
import { persistedQuery } from '#src/api/persistedQuery.ts'
import { useReload } from '#src/api/useReload.ts'
import { showToast } from '#src/ui/toast/toastQueue.ts'

/** The person's latest notifications, newest first; persisted for use without network. */
export const notificationsQuery = persistedQuery<Notification[]>({
  queryKey: ['notifications'],
  meta: { live: ['notification'] },
  queryFn: async ({ signal }) =>
    validEntries(parseEntries(notificationSchema, await callRaw(notificationEndpoints.list, { signal }))),
})

/**
 * Marks some as read, optimistically. A failure shows no error; the next answer corrects the list. The calls follow each
 * other: a row of a hundred leaves the connections to the page that it opens.
 */
export function useMarkRead() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (ids: readonly number[]) => {
      for (const id of ids) await call(notificationEndpoints.markRead, { params: { id } })
    },
    onMutate: (ids) => {
      client.setQueryData(notificationsQuery.queryKey, (before) =>
        before?.map((notification) => (ids.includes(notification.id) ? { ...notification, lu: true } : notification)),
      )
    },
    onSettled: useReload(notificationsQuery.queryKey),
  })
}

/** Marks every notification as read. Shows a toast when it failed. */
export function useMarkAllRead() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(notificationEndpoints.markAllRead, {}),
    onSuccess: () => {
      client.setQueryData(notificationsQuery.queryKey, (before) =>
        before?.map((notification) => ({ ...notification, lu: true })),
      )
    },
    onError: (error) => showToast({ type: 'error', title: sentenceOr(error, error.message || phrases.erreurSurvenue) }),
    onSettled: useReload(notificationsQuery.queryKey),
  })
}
