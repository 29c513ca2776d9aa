import { createFileRoute, Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { SessionUser } from '#src/api/session.ts'
import { useUtilisateur } from '#src/api/useSession.ts'
import { SendingPill } from '#src/features/envoi/SendingPill.tsx'
import { useEnvois, useGrants, useQueueSession } from '#src/features/envoi/useEnvois.ts'
import { useLeftName } from '#src/features/envoi/useLeftName.ts'
import { useAValider } from '#src/features/evenement/useAValider.ts'
import { useEvenementsValides } from '#src/features/evenement/useMesEvenements.ts'
import { useEntryTakeover } from '#src/features/lien/useEntryTakeover.ts'
import { useDecisionSession, useRefusedDecisions } from '#src/features/moderation/useDecisionSession.ts'
import { IosGuide } from '#src/features/installation/IosGuide.tsx'
import { useInstallOffer } from '#src/features/installation/useInstallOffer.ts'
import { usePreloadRoutes } from '#src/features/navigation/usePreloadRoutes.ts'
import { Shell } from '#src/features/navigation/Shell.tsx'
import { NotificationPanel, notificationPanelId } from '#src/features/notification/NotificationPanel.tsx'
import { notificationPlace } from '#domain/notification/notificationPlace.ts'
import { isReadInList } from '#src/features/notification/notificationToast.ts'
import { useNotificationToasts, useUnread } from '#src/features/notification/useNotifications.ts'
import { setAppBadge } from '#src/pwa/push/appBadge.ts'
import { useFollowPush } from '#src/features/notification/usePush.ts'
import { ContinuerAilleurs } from '#src/features/utilisateur/GarderAcces.tsx'
import { requireSession } from './-guard.ts'

export const Route = createFileRoute('/_espace')({ beforeLoad: requireSession, component: Espace })

function Espace() {
  const utilisateur = useUtilisateur()
  return utilisateur && <EspaceOf key={utilisateur.id} utilisateur={utilisateur} />
}

function EspaceOf({ utilisateur }: { utilisateur: SessionUser }) {
  const isOrganisateur = utilisateur.role === 'ORGANISATEUR'
  const aValider = useAValider(isOrganisateur)
  const envois = useEnvois()
  useQueueSession(utilisateur.role === 'PARTICIPANT' ? utilisateur.id : null)
  useLeftName(utilisateur, envois.count > 0)
  const valides = useEvenementsValides(utilisateur.id)
  useGrants(valides)
  useEntryTakeover(
    utilisateur.id,
    valides.map(({ id }) => id),
  )
  useDecisionSession(isOrganisateur ? utilisateur.id : undefined)
  useRefusedDecisions()
  useFollowPush(utilisateur.id)
  const notifications = useNotifications(utilisateur)
  useAppBadge(envois.count, notifications.count)
  usePreloadRoutes(utilisateur.role === 'PARTICIPANT' ? ownScreens : [])
  const offer = useInstallOffer({ pending: envois.count, received: envois.received })
  return (
    <Shell
      utilisateur={utilisateur}
      envois={envois}
      aValider={aValider}
      notifications={notifications}
      sendingPill={<SendingPill sending={envois} />}
    >
      <Outlet />
      {offer.showsGuide && (
        <IosGuide code={utilisateur.invite ? <ContinuerAilleurs /> : undefined} onClose={offer.closeGuide} />
      )}
    </Shell>
  )
}

/** Routes to preload for a participant, because the venue's network may be gone after the first page. */
const ownScreens = ['/participant', '/participant/evenements', '/participant/evenements/$id', '/participant/envois']

/** The bell, its panel, and toasts for new notifications. */
function useNotifications({ role }: SessionUser) {
  const [isPanelOpen, setPanelOpen] = useState(false)
  const isOnPage = useLocation({ select: ({ pathname }) => pathname === '/notifications' })
  const navigate = useNavigate()
  useNotificationToasts({
    isShown: isPanelOpen || isOnPage,
    onOpen: (news) => {
      const [only] = news
      const isOneElsewhere = only && news.length === 1 && !isReadInList(only)
      const place = isOneElsewhere ? notificationPlace(only, role) : null
      void navigate({ href: place ?? '/notifications' })
    },
  })
  return {
    ...useUnread(),
    panelId: notificationPanelId,
    panel: <NotificationPanel role={role} onOpen={setPanelOpen} />,
  }
}

/** Sets the app badge to the number of pending items, outside the render because the system call is slow. */
function useAppBadge(envois: number, unread: number): void {
  useEffect(() => {
    const later = setTimeout(() => {
      setAppBadge(envois + unread)
      // Without storage, the worker's badge counts only its own items.
      void import('#upload-queue/caches/unreadBadge.ts')
        .then(({ keepUnread }) => keepUnread(unread))
        .catch(() => undefined)
    })
    return () => clearTimeout(later)
  }, [envois, unread])
}
