import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { wasmWorkerPolicy } from './appHeaders.ts'
import { sendProblem } from './errorHandler.ts'
import { Problem } from './problem.ts'

/**
 * Serves the built app: hashed assets for ever, the rest revalidated, brotli where it was made at build.
 * Any other address that a person may have typed is the app's; one below /api or /assets, below /demo (pages of the
 * demonstration alone), or with an extension, is a plain 404, never a page.
 * @param dist folder of the build; without one only the API answers
 */
export async function servePages(app: FastifyInstance, dist: string | null): Promise<void> {
  const built = dist !== null && existsSync(join(dist, 'index.html'))
  if (built) {
    await app.register(fastifyStatic, {
      root: dist,
      preCompressed: true,
      wildcard: false,
      cacheControl: false,
      setHeaders(reply, path) {
        const hashed = path.includes('/assets/')
        void reply.header('Cache-Control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
        if (/\.worker-[\w-]+\.js/.test(path)) void reply.header('Content-Security-Policy', wasmWorkerPolicy)
      },
    })
  }
  app.setNotFoundHandler((request, reply) => {
    const [path = '/'] = request.url.split('?')
    const isPage =
      /^(GET|HEAD)$/.test(request.method) && !/^\/(api|assets|demo)(\/|$)/.test(path) && !/\.\w+$/.test(path)
    if (built && isPage) return reply.sendFile('index.html')
    return sendProblem(new Problem('requete.introuvable'), request, reply)
  })
}
