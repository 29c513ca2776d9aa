import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { isAppPath } from '#domain/contract/appPath.ts'
import { fileOfPage, pagesWithRedirect } from '#domain/contract/publicPages.ts'
import { allowStyle, styleHash } from './pages.ts'
import { type Rendering, sendHtml } from './rendering.ts'

/**
 * Serves the login and the registration to a person who continues on another page afterwards. The build cannot know
 * that page: before the app has started, the links between the two would lose it, and the registration would ask an
 * invited person for a role. Any other address, or a page that cannot be rendered, gets the page of the build.
 */
export async function servePagesWithRedirect(app: FastifyInstance, { dist, renderer }: Rendering): Promise<void> {
  for (const path of pagesWithRedirect) {
    const page = await readFile(join(dist, fileOfPage(path)), 'utf8')
    const hash = styleHash(page)
    app.get<{ Querystring: { redirect?: unknown } }>(path, async (request, reply) => {
      const { redirect } = request.query
      if (!isAppPath(redirect)) return reply.sendFile(fileOfPage(path))
      const address = `${path}?${new URLSearchParams({ redirect }).toString()}`
      const rendered = await renderer
        .renderPage(address)
        .catch((error: unknown) => request.log.error({ err: error }, 'could not render the page'))
      if (!rendered) return reply.sendFile(fileOfPage(path))
      allowStyle(reply, hash)
      return sendHtml(request, reply, withContent(page, rendered.body))
    })
  }
}

/** Replaces the content of a page inside #root, at the end of the body; a text for browsers without scripts stays. */
function withContent(page: string, body: string): string {
  return page.replace(
    /(<div id="root">(?:<noscript.*?<\/noscript\s*>)?).*(<\/div>\s*<\/body>)/s,
    (_all, before: string, after: string) => {
      return `${before}${body}${after}`
    },
  )
}
