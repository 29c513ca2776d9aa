import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, useLocation } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense } from 'react'
import { pendingCount } from '#upload-queue/queueView.ts'
import { loadChunk } from '#src/api/loadChunk.ts'
import { useUtilisateur } from '#src/api/useSession.ts'
import { hasNames } from '#src/features/envoi/leftNames.ts'
import { hostApp } from '#src/features/installation/hostApp.ts'
import { isOpenEntry, useEntryState } from '#src/features/lien/entryState.ts'
import { RootLayout } from '#src/features/navigation/RootLayout.tsx'
import { useUploadQueueValue } from '#src/pwa/queue/uploadQueue.ts'

const InAppHint = lazyNotice(() => import('#src/features/installation/InAppHint.tsx'))
const EntreeNotice = lazyNotice(() => import('#src/features/lien/EntreeNotice.tsx'))
const OtherEntriesNotice = lazyNotice(() => import('#src/features/lien/OtherEntriesNotice.tsx'))
const LeftPhotosBanner = lazyNotice(() => import('#src/features/envoi/LeftPhotosBanner.tsx'))

/** When its file is gone from the server after an upgrade, the page stays as it is: the next load shows the notice. */
function lazyNotice<P>(load: () => Promise<{ default: ComponentType<P> }>) {
  return lazy(() => loadChunk(load).catch((): { default: ComponentType<P> } => ({ default: () => null })))
}

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({ component: Root })

function Root() {
  const isInApp = hostApp(navigator.userAgent) !== null
  const ready = useUploadQueueValue((view) => view.ready)
  const own = useUploadQueueValue(({ items }) => pendingCount(items))
  const othersCount = useUploadQueueValue((view) => view.othersCount)
  const utilisateur = useUtilisateur()
  const isSignedOut = utilisateur === null
  const entry = useEntryState()
  const hasEntry = isSignedOut && isOpenEntry(entry)
  const isOnEntry = useLocation({ select: ({ pathname }) => hasEntry && pathname === `/e/${entry.entry.code}` })
  // The photos of an entry wait for the server, those of a signed-out person for a login.
  const left = othersCount + (hasEntry ? 0 : own)
  const leavesPhotos = isSignedOut && ready && (left > 0 || hasNames())
  return (
    <RootLayout
      notice={
        <Suspense>
          {isInApp && <InAppHint />}
          {leavesPhotos && <LeftPhotosBanner left={left} isEntryOpen={hasEntry} />}
          {hasEntry && !isOnEntry && <EntreeNotice />}
          {utilisateur?.role === 'PARTICIPANT' && othersCount > 0 && (
            <OtherEntriesNotice utilisateurId={utilisateur.id} />
          )}
        </Suspense>
      }
    />
  )
}
