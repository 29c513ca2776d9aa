// The smallest app built with the same libraries: one route, one query, one schema.
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import * as v from 'valibot'

const schema = v.object({ titre: v.pipe(v.string(), v.trim(), v.nonEmpty()) })
const root = createRootRoute({ component: Outlet })
const first = createRoute({ getParentRoute: () => root, path: '/', component: First })
const router = createRouter({ routeTree: root.addChildren([first]) })

function First() {
  const { data } = useQuery({ queryKey: ['titre'], queryFn: () => v.parse(schema, { titre: 'Vide' }) })
  return <h1>{data?.titre}</h1>
}

createRoot(document.querySelector('#app') ?? document.body).render(
  <QueryClientProvider client={new QueryClient()}>
    <RouterProvider router={router} />
  </QueryClientProvider>,
)
