import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from '#src/api/queryClient.ts'
import { currentSession, restoreSession } from '#src/api/session.ts'
import { keepPlaceWhileFrozen } from './frozenPlace.ts'
import { makeRouter } from './router.tsx'
import { finishWipes, followSignOut } from './signOut.ts'
import { Standing } from './Standing.tsx'

/** Draws the app. A page that the build has written stands until the app can take its place in one go. */
export async function start(): Promise<void> {
  await breath()
  restoreSession()
  await finishWipes(currentSession()?.utilisateur.id)
  const router = makeRouter({ queryClient })
  followSignOut(router)
  keepPlaceWhileFrozen()
  await breath()
  await router.load().catch(() => undefined)
  const before = document.querySelector('#root') as HTMLElement
  const place = before.cloneNode(false) as HTMLElement
  startTransition(() =>
    createRoot(place).render(
      <Standing before={before} place={place}>
        <StrictMode>
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </StrictMode>
      </Standing>,
    ),
  )
}

/** Lets the browser do what waits before the next piece of work. */
function breath(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve)
  })
}

// Neither the worker nor the live stream is worth anything before the first paint.
requestAnimationFrame(() =>
  setTimeout(() => {
    void import('#src/pwa/bridge.ts').then((bridge) => bridge.startWorker())
    void import('#src/api/live/liveTab.ts').then((live) => live.startLive())
  }),
)
