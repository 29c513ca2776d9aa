import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { donneesEndpoints } from '#domain/donnees/donnees.endpoints.ts'
import { nowIso } from '../clock.ts'
import type { Serve } from '../http/serve.ts'
import { clearRefreshCookie } from '../session/refreshCookie.ts'
import { zipOf } from '../zip/zip.ts'
import { exportJson, exportZip } from './donnees.usecases.ts'
import { openLastExport } from './lastExport.usecases.ts'
import { eraseOwn, type SuppressionDeps } from './suppression.usecases.ts'

/** One's own data: to take along, and to have erased. */
export function registerDonnees(serve: Serve, deps: SuppressionDeps): void {
  const { exports } = deps
  const day = () => nowIso(deps.clock).slice(0, 10)

  serve(donneesEndpoints.read, async ({ acteur, input, reply }) => {
    void reply.header('Cache-Control', 'no-store')
    const wish = { acteur, ...input.headers }
    if (input.query.format === 'json') {
      return reply.type('application/json; charset=utf-8').send(await exportJson(deps, wish))
    }
    const zip = zipOf(await exportZip(deps, wish))
    const stream = Readable.from(zip.read(), { objectMode: false })
    return sendZip(reply, { day: day(), size: zip.size, stream })
  })

  serve(donneesEndpoints.erase, async ({ acteur, input, reply }) => {
    const asked = day()
    const fichier = await eraseOwn(deps, { acteur, ...input.body })
    clearRefreshCookie(reply, deps)
    // Pictures the browser kept on its own are the person's too.
    void reply.header('Clear-Site-Data', '"cache"')
    return sendZip(reply, { day: asked, size: await exports.size(fichier), stream: exports.read(fichier) })
  })

  serve(donneesEndpoints.fetchLast, async ({ input, request, reply }) => {
    const { fichier, giveBack } = await openLastExport(deps, input.params.token)
    // A mail program that only looks, or a phone that loses its network, has not fetched it.
    let isFetched = false
    reply.raw.once('finish', () => {
      isFetched = request.method !== 'HEAD'
    })
    reply.raw.once('close', () => {
      if (!isFetched) giveBack().catch((error: unknown) => request.log.error({ err: error }, 'link not given back'))
    })
    return sendZip(reply, { day: day(), size: await exports.size(fichier), stream: exports.read(fichier) })
  })
}

function sendZip(
  reply: FastifyReply,
  { day, size, stream }: { day: string; size: number; stream: Readable },
): FastifyReply {
  return reply
    .headers({
      'Cache-Control': 'no-store',
      'Content-Disposition': `attachment; filename="eclats-mes-donnees-${day}.zip"`,
      'Content-Length': size,
      'Content-Type': 'application/zip',
    })
    .send(stream)
}
