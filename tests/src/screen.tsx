import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import '#src/styles/layers.css'
import '#src/styles/tokens.css'
import '#src/styles/base.css'
import '#src/styles/focus.css'
import '#src/styles/parts.css'
import { toasts } from '#src/ui/toast/toastQueue.ts'

let shown: { root: Root; element: HTMLElement } | undefined

/** Renders a component with a router that accepts any address and its own query cache. */
export async function showScreen(component: ReactNode): Promise<{ address: () => string }> {
  const root = createRootRoute({ component: Outlet })
  const routes = [
    createRoute({ getParentRoute: () => root, path: '/', component: () => component }),
    createRoute({ getParentRoute: () => root, path: '$', component: () => <p>Ailleurs</p> }),
  ]
  const router = createRouter({
    routeTree: root.addChildren(routes),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  await router.load()
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const element = document.createElement('div')
  document.body.append(element)
  shown = { root: createRoot(element), element }
  shown.root.render(
    <QueryClientProvider client={client}>
      {/* The app's own routes are not under test here. */}
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  return { address: () => router.state.location.href }
}

/** Unmounts it and removes its toasts, which the next ones would wait for; call after each test. */
export function clearScreen(): void {
  shown?.root.unmount()
  shown?.element.remove()
  shown = undefined
  toasts.clear()
}
