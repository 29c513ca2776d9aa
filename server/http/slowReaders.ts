import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** In ms: a response of which the client takes no byte for this time is ended. */
const readerTimeoutMs = 60_000

/**
 * Closes connections whose client takes nothing of the response: each holds memory, and an open file or a connection
 * to the store. The timer of the socket sees every byte that the system accepts; it leaves a response alone that waits
 * for the server. A download is continued by a Range request.
 * @param timeoutMs time without a byte, in ms
 */
export function endSlowReaders(app: FastifyInstance, timeoutMs = readerTimeoutMs): void {
  app.addHook('onRequest', ({ raw: { socket } }, { raw }, done) => {
    // An injected in-process request has no socket.
    if (socket instanceof Socket) {
      raw.setTimeout(timeoutMs, () => {
        if (raw.writableLength > 0) socket.destroy()
      })
    }
    done()
  })
}
