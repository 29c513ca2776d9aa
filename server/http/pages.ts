import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { fileOfPage, publicPages } from '#domain/contract/publicPages.ts'
import { wasmWorkerPolicy } from './appHeaders.ts'
import { sharedPage, sharePath } from '#domain/contract/sharePath.ts'
import { sendProblem } from './errorHandler.ts'
import { Problem } from './problem.ts'

/**
 * Serves the built app: hashed assets are immutable, other files are revalidated, brotli files of the build are used.
 * Any other URL gets the app. A URL below /api, /assets or /demo (server pages), or with an extension, gets a 404.
 * @param dist folder of the build; null serves only the API
 */
export async function servePages(app: FastifyInstance, dist: string | null): Promise<void> {
  const built = dist !== null && existsSync(join(dist, 'index.html'))
  if (built) {
    const styled = await policiesOf(dist)
    await app.register(fastifyStatic, {
      root: dist,
      index: false,
      preCompressed: true,
      wildcard: false,
      cacheControl: false,
      setHeaders(reply, path) {
        const hashed = path.includes('/assets/')
        void reply.header('Cache-Control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
        for (const [file, hash] of styled) if (path.includes(`/${file}`)) allowStyle(reply, hash)
        if (/\.worker-[\w-]+\.js/.test(path)) void reply.header('Content-Security-Policy', wasmWorkerPolicy)
      },
    })
  }
  // The service worker handles files from the share sheet. Without one, reject the body and redirect to the page that
  // shows the error.
  app.addHook('onRequest', async (request, reply) => {
    if (request.method === 'POST' && request.url === sharePath)
      return reply.header('Connection', 'close').redirect(`${sharedPage}?echec=1`, 303)
    return undefined
  })
  app.setNotFoundHandler((request, reply) => {
    const [path = '/'] = request.url.split('?')
    const isPage =
      /^(GET|HEAD)$/.test(request.method) && !/^\/(api|assets|demo)(\/|$)/.test(path) && !/\.\w+$/.test(path)
    if (built && isPage) return reply.sendFile(fileOfPage(path))
    return sendProblem(new Problem('requete.introuvable'), request, reply)
  })
}

/** Hash of the inline style sheet of each page, for its Content-Security-Policy. */
async function policiesOf(dist: string): Promise<(readonly [string, string])[]> {
  const files = ['index.html', ...Object.values(publicPages)].filter((file) => existsSync(join(dist, file)))
  return Promise.all(files.map(async (file) => [file, styleHash(await readFile(join(dist, file), 'utf8'))] as const))
}

/** Hash of the inline style sheet of a page, for {@link allowStyle}. */
export function styleHash(html: string): string {
  const [, css = ''] = /<style>(.*?)<\/style>/s.exec(html) ?? []
  return createHash('sha256').update(css).digest('base64')
}

/** Adds the inline style sheet of a page to the policy of its answer. */
export function allowStyle(reply: Pick<FastifyReply, 'header' | 'getHeader'>, hash: string): void {
  const name = 'Content-Security-Policy'
  void reply.header(
    name,
    String(reply.getHeader(name)).replace("style-src 'self'", `style-src 'self' 'sha256-${hash}'`),
  )
}
