import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { prerender } from 'react-dom/static'
import { makeRouter } from './router.tsx'

/**
 * What a visitor sees of a public page before any script runs; called by the build.
 * @param path address of the page
 * @returns the HTML below #root
 * @throws the error of a part that cannot be rendered without a browser: it would only be missing, and nobody would know
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
