import { recordMeasure } from '../metrics/measures.ts'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { type DestinationStream, pino } from 'pino'
import { loggedError } from '../loggedError.ts'

/**
 * The log of the process, one JSON line per event. URLs are never logged, only the route pattern: a URL may contain a
 * signature, an invitation or an event link. Of an error it has what {@link loggedError} returns.
 */
export function createLogger(level: string, destination?: DestinationStream): FastifyBaseLogger {
  const options = {
    level,
    redact: {
      paths: ['authorization', 'cookie', 'password', 'token', 'grant', '*.authorization', '*.cookie', '*.password'],
      censor: '[secret]',
    },
    serializers: { req: () => undefined, res: () => undefined, err: loggedError },
  }
  return destination ? pino(options, destination) : pino(options)
}

/** Logs one line per API response: method, route pattern, status, milliseconds. */
export function logAnswers(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { url } = request.routeOptions
    const ms = Math.round(reply.elapsedTime)
    if (url?.startsWith('/api/')) {
      const { method } = request
      const status = reply.statusCode
      request.log.info({ method, route: url, status, ms })
      recordMeasure('answer', { method, route: url, status, seconds: reply.elapsedTime / 1000 })
    }
    done()
  })
}
