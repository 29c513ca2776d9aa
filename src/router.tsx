import { createRouter } from '@tanstack/react-router'
import { queryClient } from '#src/api/queryClient.ts'
import { NotFoundPage } from './features/navigation/NotFoundPage.tsx'
import { UnexpectedErrorPage } from './features/navigation/UnexpectedErrorPage.tsx'
import { routeTree } from './routeTree.gen.ts'

export const router = createRouter({
  routeTree,
  context: { queryClient },
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  defaultErrorComponent: UnexpectedErrorPage,
  defaultNotFoundComponent: NotFoundPage,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
