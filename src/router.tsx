import type { QueryClient } from '@tanstack/react-query'
import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { NotFoundPage, UnexpectedErrorPage, PendingPage } from './features/navigation/StatusPages.tsx'
import { routeTree } from './routeTree.gen.ts'

/** Creates the router; uses the browser's history unless one is given. */
export function makeRouter({ queryClient, history }: { queryClient: QueryClient; history?: RouterHistory }) {
  return createRouter({
    routeTree,
    context: { queryClient },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    // The page of another event or link starts anew: a sheet left open, or a selection, is about the one before.
    defaultRemountDeps: ({ params }) => params,
    defaultPendingComponent: PendingPage,
    defaultErrorComponent: UnexpectedErrorPage,
    defaultNotFoundComponent: NotFoundPage,
    ...(history && { history }),
  })
}
export type AppRouter = ReturnType<typeof makeRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
}
