import { useQuery } from '@tanstack/react-query'
import { Bell, CheckCheck } from 'lucide-react'
import type { Notification } from '#domain/notification/notification.ts'
import { homeOf, type Role } from '#domain/utilisateur/utilisateur.ts'
import { refusalOr } from '#src/api/apiError.ts'
import { Button } from '#src/ui/button/Button.tsx'
import { useServerNow } from '#src/api/useServerNow.ts'
import { Page, PageHead } from '#src/ui/page/Page.tsx'
import { rowAction } from '#src/ui/row/rowAction.ts'
import { EmptyState } from '#src/ui/state/EmptyState.tsx'
import { QueryState } from '#src/ui/state/QueryState.tsx'
import { LoadingBox } from '#src/ui/state/Skeleton.tsx'
import { Status } from '#src/ui/text/Status.tsx'
import { classNames } from '#src/ui/text/classNames.ts'
import { formatDayName } from '#src/ui/text/dates.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { NotificationList } from './NotificationList.tsx'
import { notificationsQuery, useMarkAllRead } from './notification.queries.ts'
import css from './Notifications.module.css'
import { unreadWords } from './unreadWords.ts'

export function NotificationsPage({ role }: { role: Role }) {
  const query = useQuery(notificationsQuery)
  const markAll = useMarkAllRead()
  const unread = (query.data ?? []).filter(({ lu }) => !lu).length
  return (
    <Page title="Notifications" back={homeOf(role) === '/' ? '/participant' : homeOf(role)} className={css.page}>
      <PageHead title="Notifications" />
      <QueryState
        query={query}
        loading={
          <LoadingBox label="Chargement des notifications" rows={4} height="5rem" radius="var(--radius-control)" />
        }
        errorMessage={phrases.erreurChargement}
        errorDetail={refusalOr(query.error, 'Impossible de charger les notifications.')}
      >
        {(notifications) =>
          notifications.length === 0 ? (
            <EmptyState title="Aucune notification" icon={<Bell />}>
              Ce qui arrive à vos photos, à vos invitations et à vos événements se lit ici.
            </EmptyState>
          ) : (
            <>
              {/* Not in the head: it would move the list that is loading. */}
              <div className={css.unreadBar}>
                <Status className="meta">{unread > 0 && unreadWords(unread)}</Status>
                {unread > 0 && (
                  <Button {...rowAction('tout-lire')} busy={markAll.isPending} onClick={() => markAll.mutate()}>
                    <CheckCheck />
                    Tout marquer comme lu
                  </Button>
                )}
              </div>
              <Days notifications={notifications} role={role} />
            </>
          )
        }
      </QueryState>
    </Page>
  )
}

function Days({ notifications, role }: { notifications: readonly Notification[]; role: Role }) {
  return (
    <div className={css.days}>
      {byDay(notifications, useServerNow()).map((day) => (
        <section key={day.title} className={css.day}>
          <h2>{day.title}</h2>
          <NotificationList notifications={day.notifications} role={role} className={classNames('card', css.card)} />
        </section>
      ))}
    </div>
  )
}

interface NotificationDay {
  readonly title: string
  readonly notifications: readonly Notification[]
}

/** Notifications by day, in their order. @param now milliseconds since 1970 */
function byDay(notifications: readonly Notification[], now: number): readonly NotificationDay[] {
  const days = Map.groupBy(notifications, ({ dateCreation }) => formatDayName(dateCreation, now))
  return [...days].map(([title, ofDay]) => ({ title, notifications: ofDay }))
}
