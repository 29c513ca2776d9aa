import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { prerender } from 'react-dom/static'
import { makeRouter } from './router.tsx'

/**
 * Renders a public page to HTML; called by the build.
 * @param path of the page
 * @returns the HTML inside #root
 * @throws the error of a component that cannot be rendered on the server: otherwise it would be missing silently
 */
export async function renderPage(path: string): Promise<string> {
  const queryClient = new QueryClient()
  const router = makeRouter({ queryClient, history: createMemoryHistory({ initialEntries: [path] }) })
  await router.load()
  const failures: unknown[] = []
  const { prelude } = await prerender(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
    { onError: (error) => void failures.push(error) },
  )
  if (failures.length > 0) throw failures[0]
  return new Response(prelude).text()
}
