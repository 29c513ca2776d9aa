import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { loadChunk } from '#src/api/loadChunk.ts'
import { useUtilisateur } from '#src/api/useSession.ts'
import { hasNames } from '#src/features/envoi/leftNames.ts'
import { hostApp } from '#src/features/installation/installWay.ts'
import { RootLayout } from '#src/features/navigation/RootLayout.tsx'
import { useUploadQueue } from '#src/pwa/uploadQueue.ts'

const InAppHint = lazy(() => loadChunk(() => import('#src/features/installation/InAppHint.tsx')))
const LeftPhotos = lazy(() => loadChunk(() => import('#src/features/envoi/LeftPhotos.tsx')))

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({ component: Root })

function Root() {
  const isInApp = hostApp(navigator.userAgent) !== null
  const { ready, items, othersCount } = useUploadQueue()
  const leavesPhotos = useUtilisateur() === null && ready && (othersCount + items.length > 0 || hasNames())
  return (
    <RootLayout
      notice={
        <Suspense>
          {isInApp && <InAppHint />}
          {leavesPhotos && <LeftPhotos />}
        </Suspense>
      }
    />
  )
}
