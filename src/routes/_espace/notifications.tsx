import { createFileRoute } from '@tanstack/react-router'
import { useUtilisateur } from '#src/api/useSession.ts'
import { NotificationsPage } from '#src/features/notification/NotificationsPage.tsx'
import { notificationsQuery } from '#src/features/notification/notification.queries.ts'
import { prefetch } from '../-prefetch.ts'

export const Route = createFileRoute('/_espace/notifications')({
  loader: ({ context }) => prefetch(context.queryClient, notificationsQuery),
  component: Notifications,
})

function Notifications() {
  const role = useUtilisateur()?.role
  return role && <NotificationsPage role={role} />
}
