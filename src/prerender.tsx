import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { prerender } from 'react-dom/static'
import type { LienPublic } from '#domain/lien/lien.ts'
import { lienPublicQuery } from './features/lien/lien.queries.ts'
import { renderWithoutDevice } from './ui/text/dates.ts'
import { makeRouter } from './router.tsx'

renderWithoutDevice()

/** A page as HTML, without scripts and without style attributes, which the policy of our pages forbids. */
export interface RenderedPage {
  /** The HTML inside #root. */
  readonly body: string
  /** One CSS rule for each kind of style attribute that was in it. */
  readonly rules: readonly string[]
}

/**
 * Renders a public page to HTML; called by the build.
 * @param path of the page
 * @throws the error of a component that cannot be rendered on the server: otherwise it would be missing silently
 */
export function renderPage(path: string): Promise<RenderedPage> {
  return render(path, new QueryClient())
}

/**
 * Renders the page of an event link as a visitor without a session sees it; called by the build, for its styles, and by
 * the server for each visit.
 * @throws as {@link renderPage}
 */
export function renderLien(code: string, lien: LienPublic): Promise<RenderedPage> {
  const queryClient = new QueryClient()
  queryClient.setQueryData(lienPublicQuery(code).queryKey, lien)
  return render(`/e/${code}`, queryClient)
}

async function render(path: string, queryClient: QueryClient): Promise<RenderedPage> {
  const router = makeRouter({ queryClient, history: createMemoryHistory({ initialEntries: [path] }) })
  await router.load()
  const failures: unknown[] = []
  const { prelude } = await prerender(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
    { onError: (error) => void failures.push(error) },
  )
  // Otherwise its timers keep the cache of each visit in memory.
  queryClient.clear()
  if (failures.length > 0) throw failures[0]
  return withRules(sendingNothing(withoutScripts(await new Response(prelude).text())))
}

/**
 * The policy of our pages runs no inline script. The page is replaced, not hydrated: React's comments and its requests
 * for images that follow in the page are not needed.
 */
function withoutScripts(body: string): string {
  return body.replaceAll(/<script>.*?<\/script>|<!--.*?-->|<link rel="preload" as="image"[^>]*>/gs, '')
}

/** Each style attribute becomes a rule, named by its declarations: the same in the build and on the server. */
function withRules(page: string): RenderedPage {
  const rules = new Set<string>()
  const body = page.replaceAll(/ style="([^"]*)"/g, (_all, declarations: string) => {
    const name = declarations.replaceAll(/\W+/g, '_')
    rules.add(`[data-style='${name}']{${declarations}}`)
    return ` data-style="${name}"`
  })
  return { body, rules: [...rules] }
}

/**
 * Before the app is there, Enter in a form would put a password into the address; outside a dialog this does nothing.
 * Buttons without a handler yet are disabled.
 */
function sendingNothing(body: string): string {
  return body
    .replaceAll('<form ', '<form method="dialog" ')
    .replaceAll(/<button (?![^>]*\sdisabled)/g, '<button disabled ')
}
