import { useQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import type { Role } from '#domain/utilisateur/utilisateur.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { Button } from '#src/ui/button/Button.tsx'
import { ButtonLink } from '#src/ui/button/ButtonLink.tsx'
import { Panel } from '#src/ui/panel/Panel.tsx'
import { rowAction } from '#src/ui/row/rowAction.ts'
import { EmptyState } from '#src/ui/state/EmptyState.tsx'
import { QueryState } from '#src/ui/state/QueryState.tsx'
import { LoadingBox } from '#src/ui/state/Skeleton.tsx'
import { Status } from '#src/ui/text/Status.tsx'
import { NotificationList } from './NotificationList.tsx'
import { notificationsQuery, useMarkAllRead } from './notification.queries.ts'
import { unreadWords } from './unreadWords.ts'

export const notificationPanelId = 'panneau-notifications'

/** Number of rows that fit beside the page. */
const shown = 6

interface Props {
  role: Role
  onOpen: (isOpen: boolean) => void
}

/** The latest notifications in a panel over the page (specification, section 2). */
export function NotificationPanel({ role, onOpen }: Props) {
  const query = useQuery(notificationsQuery)
  const markAll = useMarkAllRead()
  const unread = (query.data ?? []).filter(({ lu }) => !lu).length
  return (
    <Panel
      id={notificationPanelId}
      title="Notifications"
      onOpen={onOpen}
      action={
        unread > 0 && (
          <Button
            {...rowAction('tout-lire-panneau')}
            look="quiet"
            busy={markAll.isPending}
            onClick={() => markAll.mutate()}
          >
            Tout marquer comme lu
          </Button>
        )
      }
      foot={
        <ButtonLink look="quiet" to="/notifications">
          Toutes les notifications
        </ButtonLink>
      }
    >
      <Status hidden>{unread > 0 && unreadWords(unread)}</Status>
      <Latest role={role} />
    </Panel>
  )
}

function Latest({ role }: { role: Role }) {
  return (
    <QueryState
      query={useQuery(notificationsQuery)}
      loading={
        <LoadingBox label="Chargement des notifications" rows={4} height="5rem" radius="var(--radius-control)" />
      }
      errorMessage={phrases.erreurChargement}
    >
      {(notifications) =>
        notifications.length === 0 ? (
          <EmptyState title="Aucune notification" icon={<Bell />} />
        ) : (
          <NotificationList notifications={notifications.slice(0, shown)} role={role} />
        )
      }
    </QueryState>
  )
}
