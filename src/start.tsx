import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, startTransition, useInsertionEffect, useLayoutEffect, useRef, type ReactNode } from 'react'
import { createRoot } from './react.ts'
import { loadChunk } from '#src/api/loadChunk.ts'
import { queryClient } from '#src/api/queryClient.ts'
import { reachable } from '#src/api/reachability.ts'
import { currentSession, restoreSession, session } from '#src/api/session.ts'
import { keepInstallPrompt } from '#src/pwa/install/installPrompt.ts'
import { uploadQueue } from '#src/pwa/queue/uploadQueue.ts'
import { yieldToMain } from '#src/ui/yieldToMain.ts'
import { type AppRouter, makeRouter } from './router.tsx'
import { finishWipes, followSignOut, noteUnremembered } from './signOut.ts'
import { saveFormInput } from './restoreFormInput.ts'

/** Renders the app. A prerendered page stays visible until the app replaces it. */
export async function start(): Promise<void> {
  await yieldToMain()
  keepInstallPrompt()
  refetchAtFirstNetwork()
  restoreSession()
  const router = makeRouter({ queryClient })
  // Before the first wait: the live stream may find the session ended while the rest of this starts.
  followSignOut(router)
  startLater(router)
  await finishWipes(currentSession()?.utilisateur.id)
  noteUnremembered()
  await keepSessionAnswers()
  restoreBfcacheScroll()
  await yieldToMain()
  await Promise.race([router.load().catch(ignore), untilUnreachable()])
  const before = document.querySelector('#root') as HTMLElement
  const place = before.cloneNode(false) as HTMLElement
  const saveScroll = keepScroll(router)
  startTransition(() =>
    createRoot(place).render(
      <SwapPrerendered before={before} place={place} onReplace={saveScroll}>
        <StrictMode>
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </StrictMode>
      </SwapPrerendered>,
    ),
  )
}

/** After these milliseconds the code of a page that is stored on the device is loaded. */
const loadedMs = 3000

/** Resolves when the first page waits for a host that does not answer: the app can then show a message. */
async function untilUnreachable(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, loadedMs))
  if (reachable.state)
    await new Promise<void>((resolve) => reachable.subscribe((isReachable) => !isReachable && resolve()))
}

/** Starts what is not needed before the first paint, such as the worker and the live stream. */
function startLater(router: AppRouter): void {
  requestAnimationFrame(() =>
    setTimeout(() => {
      // Retried without network until they load.
      void loadChunk(() => import('#src/pwa/serviceWorkerClient.ts')).then(
        (client) => client.startWorker((href) => void router.navigate({ href })),
        ignore,
      )
      void loadChunk(() => uploadQueue.start()).catch(ignore)
      void loadChunk(() => import('#src/features/lien/guestEntry.ts')).then((entry) => {
        entry.resumeAfterSignOut()
        return entry.resumeEntry()
      }, ignore)
      // Calls need it. A page that is open while a new version is deployed could not load it later.
      void import('ky').catch(ignore)
      void loadChunk(() => import('#src/api/live/liveTab.ts')).then((live) => live.startLive(), ignore)
      // A sign-out deletes the person's data, also when it happens without network.
      whenSignedIn(() => void loadChunk(() => import('./wipeDevice.ts')).catch(ignore))
    }),
  )
}

function ignore(): void {}

/**
 * Loads again what failed in a page that was opened without network, once there is one. The library takes every page for
 * online at its start, so that this first `online` event is no change to it.
 */
function refetchAtFirstNetwork(): void {
  if (!navigator.onLine) addEventListener('online', () => queryClient.getQueryCache().onOnline(), { once: true })
}

const loadSessionQueries = () => import('#src/api/sessionQueries.ts')

/** Restores the stored answers of the session and keeps new ones. The first page of a visitor loads nothing for it. */
async function keepSessionAnswers(): Promise<void> {
  try {
    if (currentSession() !== null) return await (await loadSessionQueries()).restoreSessionQueries()
  } catch {
    // Without the stored answers the app asks the server.
  }
  whenSignedIn(() => void loadChunk(loadSessionQueries).then((queries) => queries.keepSessionQueries(), ignore))
}

/** Calls `run` once, at the next sign-in when no one is signed in. */
function whenSignedIn(run: () => void): void {
  if (currentSession() !== null) {
    run()
    return
  }
  const { unsubscribe } = session.subscribe((signedIn) => {
    if (signedIn === null) return
    unsubscribe()
    run()
  })
}

/**
 * Restores the scroll position of a page from the back/forward cache. Safari shows such a page from its top, and the
 * router restores positions only for pages that are rendered again.
 */
function restoreBfcacheScroll(): void {
  let left = 0
  addEventListener('pagehide', () => {
    left = scrollY
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) scrollTo({ top: left, behavior: 'instant' })
  })
}

/**
 * Keeps a page where a person has scrolled it before the app started: the router scrolls the first page to its top.
 * @returns a function that saves the position, called before the prerendered page is replaced
 */
function keepScroll(router: AppRouter): () => void {
  let top = 0
  const stop = router.subscribe('onRendered', () => {
    stop()
    if (top > 0) scrollTo({ top, behavior: 'instant' })
  })
  return () => {
    top = scrollY
  }
}

interface SwapProps {
  /** The prerendered HTML, shown until the app is rendered. */
  before: HTMLElement
  /** Detached element into which the app is rendered. */
  place: HTMLElement
  /** Called before the HTML is replaced. */
  onReplace: () => void
  children: ReactNode
}

/**
 * Replaces the prerendered HTML by the app once it is rendered completely, and restores form input. Rendering into a
 * detached element can be concurrent; when layout effects measure, the app is in the document.
 */
function SwapPrerendered({ before, place, onReplace, children }: SwapProps) {
  const restoreInput = useRef<(place: HTMLElement) => void>(undefined)
  useInsertionEffect(() => {
    restoreInput.current = saveFormInput(before)
    onReplace()
    before.replaceWith(place)
  }, [before, place, onReplace])
  useLayoutEffect(() => restoreInput.current?.(place), [place])
  return children
}
