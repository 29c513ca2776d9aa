// First import: it declares the order of the style layers.
import { showScreen } from '../../screen.tsx'
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Notification } from '#domain/notification/notification.ts'
import { notificationsQuery } from '#src/features/notification/notification.queries.ts'
import { useNotificationToasts } from '#src/features/notification/useNotifications.ts'
import { toasts } from '#src/ui/toast/toastQueue.ts'
import { endFakeApi, fakeApi } from '../../fakeApi.ts'

afterEach(endFakeApi)

const une = (id: number, more: Partial<Notification> = {}): Notification => ({
  id,
  type: 'EVENEMENT',
  titre: `Nouvelle ${id}`,
  message: '',
  evenement_id: 7,
  evenement_titre: null,
  media_id: null,
  lu: false,
  dateCreation: '2026-06-20T19:08:00.000Z',
  ...more,
})
let client: QueryClient | undefined
/** @returns when the screen has them */
async function receive(...notifications: Notification[]): Promise<void> {
  client?.setQueryData(notificationsQuery.queryKey, notifications)
  const seen = notifications.map(({ id, lu }) => `${id} ${lu}`).join()
  await expect.element(page.getByText(seen, { exact: true })).toBeInTheDocument()
}

test('shows no notification in a toast that was read before the toast', async () => {
  fakeApi({ 'GET /notifications': () => Response.json([une(1, { lu: true })]) })
  await showScreen(<Toasts />)
  await expect.element(page.getByText('1 true')).toBeInTheDocument()
  await receive(une(2), une(1, { lu: true }))
  await receive(une(2, { lu: true }), une(1, { lu: true }))
  await receive(une(3), une(2, { lu: true }), une(1, { lu: true }))
  await expect.poll(() => toasts.shown.get()?.title).toBe('Nouvelle 3')
})

function Toasts() {
  const own = useQueryClient()
  useEffect(() => {
    client = own
  }, [own])
  useNotificationToasts({ isShown: false, onOpen: () => undefined })
  const { data = [] } = useQuery(notificationsQuery)
  return <p>{data.map(({ id, lu }) => `${id} ${lu}`).join()}</p>
}
