import { createFileRoute } from '@tanstack/react-router'
import { useUtilisateur } from '#src/api/useSession.ts'
import { NotificationsPage } from '#src/features/notification/NotificationsPage.tsx'

export const Route = createFileRoute('/_espace/notifications')({ component: Notifications })

function Notifications() {
  const role = useUtilisateur()?.role
  return role && <NotificationsPage role={role} />
}
