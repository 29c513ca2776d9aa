import type { FastifyInstance } from 'fastify'
import { Problem } from './problem.ts'

/**
 * Refuses a request with two Host headers (RFC 9112, 3.2): Node uses the first one, a proxy may have used the last
 * one.
 */
export function refuseTwoHosts(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { rawHeaders } = request.raw
    let hosts = 0
    for (let at = 0; at < rawHeaders.length; at += 2) {
      if (rawHeaders[at]?.toLowerCase() === 'host') hosts += 1
    }
    if (hosts < 2) return done()
    return done(new Problem('requete.invalide', { values: { raison: "l'en-tête Host est présent deux fois" } }))
  })
}
