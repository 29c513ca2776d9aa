import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { endpoints } from '#domain/contract/endpoints.ts'
import { nowIso } from '../clock.ts'
import type { Serve } from '../http/serve.ts'
import { zipBytes, zipSize } from '../zip/zip.ts'
import { type DonneesDeps, exportJson, exportZip } from './donnees.usecases.ts'

const lines = endpoints.donnees

/** One's own data: to take along. */
export function registerDonnees(serve: Serve, deps: DonneesDeps): void {
  const day = () => nowIso(deps.clock).slice(0, 10)

  serve(lines.read, async ({ acteur, input, reply }) => {
    void reply.header('Cache-Control', 'no-store')
    if (input.query.format === 'json') {
      return reply.type('application/json; charset=utf-8').send(await exportJson(deps, acteur))
    }
    const entries = await exportZip(deps, acteur)
    const stream = Readable.from(zipBytes(entries), { objectMode: false })
    return sendZip(reply, { day: day(), size: zipSize(entries), stream })
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
