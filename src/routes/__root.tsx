import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { hostApp } from '#src/features/installation/installWay.ts'
import { RootLayout } from '#src/features/navigation/RootLayout.tsx'

const InAppHint = lazy(() => import('#src/features/installation/InAppHint.tsx'))

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({ component: Root })

function Root() {
  const isInApp = hostApp(navigator.userAgent) !== null
  return (
    <RootLayout
      notice={
        isInApp && (
          <Suspense>
            <InAppHint />
          </Suspense>
        )
      }
    />
  )
}
