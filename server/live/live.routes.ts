import { liveEndpoints } from '#domain/live/live.endpoints.ts'
import type { FastifyInstance } from 'fastify'
import type { Serve } from '../http/serve.ts'
import type { Changes } from './changes.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import { LiveHub } from './liveHub.ts'

export function registerLive(app: FastifyInstance, serve: Serve, parts: DatabaseDeps & { readonly changes: Changes }) {
  const hub = new LiveHub(parts, (error) => app.log.error({ err: error }, 'live stream failed'))
  // Open streams would delay the stop of the server.
  app.addHook('preClose', (done) => {
    hub.close()
    done()
  })
  serve(liveEndpoints.stream, ({ acteur, reply }) => {
    const { raw } = reply
      .hijack()
      .headers({ 'Content-Type': 'text/event-stream; charset=utf-8', 'Cache-Control': 'no-store' })
      .headers({ 'X-Accel-Buffering': 'no', Connection: 'close' })
    // Without chunks a message is one write to the socket, and the stream ends with its connection. Writing through the
    // response object took an eighth of the server's CPU with 500 listeners.
    raw.useChunkedEncodingByDefault = false
    for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value)
    raw.flushHeaders()
    hub.open({ utilisateurId: acteur.id, jti: acteur.credential.jti }, raw.socket ?? raw)
    return reply
  })
}
